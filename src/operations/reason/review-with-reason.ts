// A review to which specialists of the configured language model add what they find. The review itself is the one that is made without them.
import { z } from "zod";
import { askSpecialists, describeSpecialists, type SpecialistAnswer } from "../../reason/specialists/specialists.ts";
import { inOrder } from "../../review/judgement.ts";
import type { ReasonedReview } from "../../review/report.ts";
import { shownFinding, shownText } from "../../review/shown-lines.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import { type Answer, type OperationContext, parseInput } from "../contract/operation.ts";
import { answerWith, reviewInput, runReview } from "../review/review.ts";
import { changeContext } from "./change-context.ts";
import { configuredModel } from "./open-reasoning.ts";
import { type Described, writeDescribed } from "./write-reasoned.ts";

/** Only for the terminal: no tool of MCP has this field. `max_tokens`: of what each specialist is sent. */
const input = reviewInput.extend({ max_tokens: z.int().min(2_000).max(200_000).default(8_000) });

/** Throws what the review throws, INVALID_SETTING without a language model, CANCELLED. */
export async function reviewWithReason(asked: unknown, context: OperationContext): Promise<Answer> {
  const { task, root, report, fields } = await prepare(asked, context);
  context.onProgress({ message: "asking the specialists", done: 0, total: 0 });
  const reasoned = reasonedOf(task.model.name, await askSpecialists(task));
  const answer = await answerWith({ ...report, reasoned }, { root, input: fields, cwd: context.caller.cwd });
  return { outcome: "found", ...answer };
}

/** What `reviewWithReason` would send; sends nothing. */
export async function describeReview(asked: unknown, context: OperationContext): Promise<Described> {
  const { task, root } = await prepare(asked, context);
  const all = await describeSpecialists(task);
  const redactions = all.flatMap((one) => one.redactions);
  const { answer, notes } = writeDescribed(root, {
    requests: all.map(({ request }) => request),
    redactions,
    isJoined: false,
  });
  const each = all.map(
    ({ name, unsent, request: { tokens } }) =>
      `${name}: about ${formatNumber(tokens)} tokens${unsent === 0 ? "" : `; ${unsent} places left out (max_tokens)`}`,
  );
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
  const findings = answers.flatMap(({ name, findings: own }) =>
    own.map((one) => {
      const { path, line } = one.evidence[0];
      const rule = `language-model/${name}`;
      return shownFinding({ ...one, path, line, symbol: null, rule, type: name, source: "language model" } as const);
    }),
  );
  const redacted = answers.flatMap(({ redactions }) => redactions.map(({ kind, place }) => `${kind} at ${place}`));
  return {
    model,
    findings: inOrder(findings),
    specialists: answers.map(({ name, failed, dropped, unsent, tokens, cost, findings: { length: found } }) => {
      const why = failed === null ? null : shownText(failed);
      return { name, failed: why, found, dropped: dropped.map(shownText), unsent, tokens, cost };
    }),
    redacted: [...new Set(redacted)].map(shownText),
  };
}
