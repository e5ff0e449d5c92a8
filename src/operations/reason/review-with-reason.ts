// A review to which specialists of the configured language model add what they find. The review itself is the one that is made without them.
import { z } from "zod";
import type { SentRedaction } from "../../reason/ask-once.ts";
import { askSpecialists, describeSpecialists, type SpecialistAnswer } from "../../reason/specialists/specialists.ts";
import type { Finding } from "../../review/contract.ts";
import { inOrder } from "../../review/judgement.ts";
import type { ReasonedReview } from "../../review/report.ts";
import { shownFinding, shownText } from "../../review/shown-lines.ts";
import { formatNumber } from "../../vocabulary/amounts.ts";
import { type Answer, type OperationContext, parseInput } from "../contract/operation.ts";
import { answerWith, runReview } from "../review/review.ts";
import { reviewInput } from "../review/review-request.ts";
import { changeContext } from "./change-context.ts";
import { configuredModel } from "./open-reasoning.ts";
import { type Described, writeDescribed } from "./write-reasoned.ts";

/** Only for the terminal: no tool of MCP has these fields. `max_tokens`: of what each specialist is sent. */
const input = reviewInput.extend({ max_tokens: z.int().min(2_000).max(200_000).default(8_000) });

/** Throws what the review throws, INVALID_SETTING without a language model, NOT_FOUND where no changed line can be sent, CANCELLED. */
export async function reviewWithReason(asked: unknown, context: OperationContext): Promise<Answer> {
  const { task, root, report, fields } = await prepare(asked, context);
  context.onProgress({ message: "asking the specialists", done: 0, total: 0 });
  const answers = await askSpecialists(task);
  const reasoned = reasonedOf(task.model.name, answers);
  const { structured, ...rest } = await answerWith(
    { ...report, reasoned },
    { root, input: fields, cwd: context.caller.cwd },
  );
  return { outcome: structured.outcome, structured, ...rest };
}

/** What `reviewWithReason` would send; sends nothing. */
export async function describeReview(asked: unknown, context: OperationContext): Promise<Described> {
  const { task, root } = await prepare(asked, context);
  const requests = await describeSpecialists(task);
  const redactions = requests.flatMap(({ placedRedactions }) => placedRedactions);
  const { answer, notes } = writeDescribed(root, { requests, redactions, isJoined: false });
  const each = requests.map(({ specialist, tokens, notSent }) => {
    const left = notSent === 0 ? "" : `, ${notSent} places of the change not sent (max_tokens)`;
    return `${specialist}: about ${formatNumber(tokens)} tokens${left}`;
  });
  return { answer, notes: [...notes, ...each] };
}

async function prepare(asked: unknown, context: OperationContext) {
  const { max_tokens: maxTokens, ...fields } = parseInput(input, asked);
  const { signal } = context;
  const model = await configuredModel(context);
  const { root, report, made } = await runReview(fields, context, (seen) => changeContext(seen, signal));
  return { root, report, fields, task: { change: made, model, maxTokens, signal } };
}

function reasonedOf(model: string, answers: readonly SpecialistAnswer[]): ReasonedReview {
  const findings = answers.flatMap(({ specialist, findings: own }) =>
    own.flatMap(({ severity, message, evidence }): Finding[] => {
      const [first] = evidence;
      const place = first === undefined ? null : { path: first.path, line: first.line, symbol: null };
      const said = { severity, message, evidence, type: specialist, rule: `language-model-${specialist}` } as const;
      return place === null ? [] : [shownFinding({ ...said, ...place, source: "language model" })];
    }),
  );
  return {
    model,
    findings: inOrder(findings),
    specialists: answers.map(({ specialist, findings: own, dropped, failed, ...counts }) => ({
      name: specialist,
      failed: failed === null ? null : shownText(failed),
      found: own.length,
      dropped: dropped.map(({ message, why }) => ({ message: shownText(message), why: shownText(why) })),
      notSent: counts.notSent,
      inputTokens: counts.inputTokens,
      outputTokens: counts.outputTokens,
      cost: counts.cost,
    })),
    redacted: [...new Set(answers.flatMap(({ redactions }) => redactions.map(textOf)))],
  };
}

const textOf = ({ kind, place }: SentRedaction): string => shownText(place === null ? kind : `${kind} at ${place}`);
