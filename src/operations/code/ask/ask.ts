// Answers a plain question with other tools: the route, its confidence and reason, the tools' own answers as evidence, and the
// next step. The tools are passed in.
import { z } from "zod";
import type { Snapshot } from "../../../index/snapshot.ts";
import { withSnapshot } from "../../../index/with-snapshot.ts";
import { chooseRoutes } from "../../../intelligence/ask/choose-route.ts";
import { type Choice, type Chosen, worst } from "../../../intelligence/ask/chosen.ts";
import { mainLanguage } from "../../../intelligence/ask/main-language.ts";
import { NO_RESOLUTION, resolveSubject } from "../../../intelligence/ask/resolve-subject.ts";
import type { Call } from "../../../intelligence/ask/route.ts";
import { hintsOfNames } from "../../../intelligence/symbols/name-hints.ts";
import { loadTokenCounter } from "../../../system/token-counter.ts";
import { openFormat } from "../../answer/answer-format.ts";
import { freshen } from "../../answer/answer-fresh.ts";
import { codeFields } from "../../answer/code-tool.ts";
import { fitRows, tokensOf } from "../../answer/fit-rows.ts";
import { chooseProject, namesProject } from "../../contract/choose-project.ts";
import { textField } from "../../contract/fields.ts";
import { defineOperation, isOfferedTo, type Operation, type OperationContext } from "../../contract/operation.ts";
import { type Evidence, gather, isSame, planCalls, type Tools, unlike } from "./ask-calls.ts";
import { type Asked, askOutput, brief, type Part, writeAsked } from "./write-asked.ts";

const TOKENS = 1_600;
const QUESTION_LENGTH_MAX = 2_000;
const CALLS_MAX = 4;
/** Tokens of a call's name and input beside its answer, and of its share of the envelope. */
const CALL_HEAD_TOKENS = 60;
/** The smallest budget of a tool. */
const CALL_TOKENS_MIN = 300;

export function askOperation(operations: readonly Operation[]): Operation {
  const tools: Tools = new Map(
    operations
      .filter(({ toolset, annotations }) => toolset !== null && toolset !== "edit" && annotations.readOnly)
      .map((one) => [one.name, one]),
  );
  return defineOperation({
    name: "ask",
    title: "Ask",
    summary: "Answer a plain question with the tools that fit",
    description:
      "Answers a plain question (who calls X, what breaks if, where is, how does) by the tools that fit: their evidence, confidence and next step.",
    input: z.strictObject({
      question: textField(QUESTION_LENGTH_MAX, "", "One question, in plain words"),
      ...codeFields(TOKENS),
    }),
    output: askOutput,
    annotations: { readOnly: true, destructive: false, idempotent: true },
    command: {
      command: "ask",
      positionals: ["question"],
      examples: [
        'context-broker ask "who calls OrderStore.save"',
        'context-broker ask "how does retrying work" --json',
      ],
    },
    toolset: "code",
    run: async (input, context) => {
      const root = await chooseProject(input.project, context);
      const started = performance.now();
      const { choice, language } = await route(root, input.question, context);
      const firstUntilMs = started + FIRST_SHARE * context.services.settings.firstAnswerMs;
      const plans = choice.chosen.map((chosen) => ({ chosen, calls: planCalls(chosen, language) }));
      const named = (await namesProject(root, input.project, context)) ? { project_root: root } : {};
      const next = nextStep(choice, offeredBy(tools, context));
      const asked = (evidence: readonly Evidence[]): Asked => {
        return { named, choice, parts: plans.map((plan) => judgePart(plan, evidence)), evidence, next };
      };
      const counter = await loadTokenCounter();
      const tokensLeft = input.max_tokens - tokensOf(writeAsked(asked([]), 0), counter);
      const whole = asked(
        await gatherFor(plans, tools, { project: input.project, tokensLeft }, { ...context, firstUntilMs }),
      );
      const inForm = await openFormat(input.format ?? context.services.settings.answerFormat);
      return fitRows(whole.evidence.length, input.max_tokens, (shown) => inForm(writeAsked(whole, shown)), counter);
    },
  });
}

/** Whether a tool is among those that the caller has. */
const offeredBy =
  (tools: Tools, context: OperationContext): ((tool: string) => boolean) =>
  (tool) => {
    const set = tools.get(tool)?.toolset ?? null;
    return set !== null && isOfferedTo(context, set);
  };

/** Evidence of the planned calls, then of the last resorts of parts that these found nothing for. Throws if every call failed. */
async function gatherFor(
  plans: readonly Plan[],
  tools: Tools,
  { project, tokensLeft }: { readonly project: string | undefined; readonly tokensLeft: number },
  context: OperationContext,
): Promise<Evidence[]> {
  const calls = unlike(plans.flatMap((plan) => plan.calls)).slice(0, CALLS_MAX);
  const share = Math.floor(tokensLeft / calls.length) - CALL_HEAD_TOKENS;
  const common = { ...(project === undefined ? {} : { project }), max_tokens: Math.max(CALL_TOKENS_MIN, share) };
  const first = await gather(calls, tools, common, context);
  const further = unlike(plans.flatMap((plan) => lastResort(plan, first)));
  const untried = further.filter(({ tool }) => !first.some((one) => one.tool === tool));
  const evidence = [...first, ...(await gather(untried, tools, common, context))];
  const [failure] = evidence.flatMap((one) => one.failure ?? []);
  if (failure !== undefined && evidence.every((one) => one.failure !== null)) {
    throw failure;
  }
  return evidence;
}

interface Routed {
  readonly choice: Choice;
  /** The language of most of the code. */
  readonly language: string | null;
}

/** Of the time for a first answer, what the tools have; opening the project took some before. */
const FIRST_SHARE = 0.8;
/** Of the time for a first answer, what finding out what the question is about may take; the tools have the rest. */
const ROUTE_SHARE = 0.35;

/** Each name in the question is looked up, after the index is updated. */
const route = (root: string, question: string, context: OperationContext): Promise<Routed> =>
  context.services.withProject(root, async (session) => {
    const index = await session.index();
    const { searchWaitMs: waitMs, firstAnswerMs } = session.settings;
    const hints = () => hintsOfNames(subjectsOf(question), { uses: true });
    const first = { waitMs: ROUTE_SHARE * firstAnswerMs, hints, analysed: true };
    const waits = { waitMs, embedUpTo: null, ...(context.caller.kind === "cli" ? {} : { first }) };
    const { texts } = await freshen(index, waits, context);
    const read = (snapshot: Snapshot): Routed => ({
      choice: chooseRoutes(question, (text) => resolveSubject(snapshot, text)),
      language: mainLanguage(snapshot),
    });
    return withSnapshot(index, read, texts);
  });

/** What the question may be about, whether or not it is there. */
function subjectsOf(question: string): readonly string[] {
  const subjects = new Set<string>();
  chooseRoutes(question, (text) => {
    subjects.add(text);
    return NO_RESOLUTION;
  });
  return [...subjects];
}

const isSure = ({ outcome }: Evidence): boolean => outcome === "found" || outcome === "ambiguous";

const isFound = (one: Evidence): boolean => isSure(one) || one.outcome === "weak";

/**
 * Fallback for a part whose tools found nothing: a name that is not a known use of a symbol may still be in the text; what is
 * not a name is searched for by meaning, unless the question is about the whole project.
 */
function lastResort({ chosen, calls }: Plan, evidence: readonly Evidence[]): Call[] {
  const { subject, resolution, question, route } = chosen;
  const isWhole = route?.takes === "nothing" || route?.takes === "ref";
  if (isWhole || evidenceOf(calls, evidence).some(isFound)) {
    return [];
  }
  const isNamed = resolution.kind === "symbol" || resolution.kind === "file";
  const name = subject?.text.split(/[#/]|::|->|\.(?=\w+$)/).at(-1) ?? "";
  return isNamed && name !== ""
    ? [{ tool: "search_text", input: { pattern: name } }]
    : [{ tool: "search_codebase", input: { query: question } }];
}

const evidenceOf = (calls: readonly Call[], evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter((one) => calls.some((call) => isSame(call, one)));

interface Plan {
  readonly chosen: Chosen;
  readonly calls: readonly Call[];
}

/** A route is less certain if its tools found nothing, and least if what they found is doubtful. */
function judgePart({ chosen, calls }: Plan, evidence: readonly Evidence[]): Part {
  const { question, route, subject, confidence, rationale } = chosen;
  const own = evidenceOf(calls, evidence);
  const isMissed = !own.some(isFound);
  const isWeak = !isMissed && !own.some(isSure);
  return {
    question: brief(question),
    route: route?.name ?? "none",
    subject: subject === null ? undefined : brief(subject.text),
    confidence: isMissed ? worst([confidence, "medium"]) : isWeak ? "low" : confidence,
    rationale: isMissed
      ? `${rationale}; its tools found nothing`
      : isWeak
        ? `${rationale}; nothing that was found clearly answers`
        : rationale,
  };
}

/** Names only tools that are offered. */
function nextStep({ chosen, leftAside }: Choice, offered: (tool: string) => boolean): string {
  const advice = (chosen[0]?.route?.next ?? "name a symbol or a file, or use words of the code").split("; ");
  const usable = advice.filter((piece) => (piece.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).every(offered));
  const aside = leftAside.length === 0 ? [] : ["ask the parts left out separately"];
  return [...aside, ...usable].join("; ") || "read the places in the evidence";
}
