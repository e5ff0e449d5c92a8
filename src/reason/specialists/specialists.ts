// Specialists look at a change side by side: a question each, with its own budget. What they find is checked against what each of them was sent.
// They only add: whoever asks them has judged the change before, and nothing here approves or takes anything back.
import type { LanguageModel, RequestDescription } from "../../language-model/contract.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { formatNumber } from "../../vocabulary/amounts.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { fenceFor } from "../../vocabulary/shown-text.ts";
import { askOnce, placed, type Question, type SentRedaction } from "../ask-once.ts";
import type { ContextItem } from "../contract/prepared-context.ts";
import { type Prompt, writePrompt } from "../prompts/write-prompt.ts";
import { BEFORE, type CheckedFindings, readFindings } from "./read-findings.ts";
import { formOf, LOOKS_AT, SPECIALISTS, type Specialist } from "./specialist-forms.ts";

export interface ChangeItem extends ContextItem {
  /** Lines of the change outside of tests; of tests, changed or not; of what uses the change. Of the state before, `path` begins with `BEFORE`. */
  readonly kind: "changed" | "test" | "user";
}

export interface ChangeContext {
  /** The two states, for a person. */
  readonly compared: string;
  /** What the author says of it; null: nothing. */
  readonly intent: string | null;
  /** What differs, symbol by symbol, and who uses it; what matters most first. */
  readonly differences: readonly string[];
  /** What was found without a language model. */
  readonly found: readonly string[];
  readonly items: readonly ChangeItem[];
}

export interface SpecialistsTask {
  readonly change: ChangeContext;
  readonly model: LanguageModel;
  /** Of each question. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** What came of one question. */
export interface SpecialistAnswer extends CheckedFindings {
  readonly specialist: Specialist;
  /** Why it has no answer that can be used; null where it has. */
  readonly failed: string | null;
  /** Places of the change for which there was no room. */
  readonly notSent: number;
  readonly redactions: readonly SentRedaction[];
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
}

const ANSWER_TOKENS = 4_000;

/** An answer of each specialist, in the order of `SPECIALISTS`; one that fails leaves the others alone. Throws CANCELLED, and NOT_FOUND without lines to send. */
export async function askSpecialists(task: SpecialistsTask): Promise<SpecialistAnswer[]> {
  const plans = await planAll(task);
  const own = new AbortController();
  const signal = AbortSignal.any([task.signal, own.signal]);
  try {
    return await Promise.all(plans.map((plan) => answerOf(plan, task.model, signal)));
  } finally {
    // Where one ended with a defect, the others are of no use.
    own.abort();
  }
}

export interface DescribedSpecialist extends RequestDescription {
  readonly specialist: Specialist;
  readonly notSent: number;
  readonly placedRedactions: readonly SentRedaction[];
}

/** What `askSpecialists` would send. Sends nothing. */
export async function describeSpecialists(task: SpecialistsTask): Promise<DescribedSpecialist[]> {
  const plans = await planAll(task);
  return Promise.all(
    plans.map(async ({ specialist, notSent, prompt }) => {
      const request = await task.model.describe(questionOf(prompt, task.signal));
      return { ...request, specialist, notSent, placedRedactions: placed(request.redactions, prompt.origins) };
    }),
  );
}

interface Plan {
  readonly specialist: Specialist;
  readonly prompt: Prompt;
  readonly notSent: number;
}

async function planAll({ change, maxTokens }: SpecialistsTask): Promise<Plan[]> {
  if (change.items.length === 0) {
    throw new Failure("NOT_FOUND", "no changed line can be sent, so the language model was not asked", {
      hint: "review without --reason; it says which files could not be read",
    });
  }
  const { count } = await loadTokenCounter();
  return SPECIALISTS.map((specialist) => plan(specialist, change, maxTokens, count));
}

/** Of the budget, for what differs symbol by symbol, for what the author says, and for what was found already. */
const DIFFERENCES_SHARE = 0.2;
const TEXT_SHARE = 0.1;
const LEFT_OUT_MAX = 20;

/** As much of the change as fits. Throws INVALID_INPUT where that is nothing. */
function plan(specialist: Specialist, change: ChangeContext, maxTokens: number, count: (text: string) => number): Plan {
  const withinShare = (lines: readonly string[], share: number): string => {
    const fits = (most: number) => count(lines.slice(0, most).join("\n")) <= maxTokens * share;
    const shown = lastThat(fits, lines.length);
    return [...lines.slice(0, shown), ...(shown < lines.length ? [`(${lines.length - shown} lines more)`] : [])].join(
      "\n",
    );
  };
  const parts = [
    ["What the author says of it", withinShare((change.intent ?? "").trim().split("\n"), TEXT_SHARE)],
    ["What differs, symbol by symbol", withinShare(change.differences, DIFFERENCES_SHARE)],
    ["What rules have found already; do not repeat it", withinShare(change.found, TEXT_SHARE)],
  ] as const;
  const fence = fenceFor(...parts.map(([, text]) => text));
  const data = parts.flatMap(([title, text]) => (text === "" ? [] : [`${title}:`, fence, text, fence, ""]));
  const about = [`A change of a program, ${change.compared}. Lines of ${BEFORE}… are of the state before it.`];
  const wanted = { task: [...about, "", ...data].join("\n"), part: null, form: formOf(specialist) };
  const items = inOrderFor(specialist, change.items);
  const promptWith = (most: number): Prompt => {
    const rest = items.slice(most).map(({ path, stretches }) => `${path}:${stretches[0]?.startLine ?? 1}`);
    const more = rest.length - LEFT_OUT_MAX;
    const leftOut = [...rest.slice(0, LEFT_OUT_MAX), ...(more > 0 ? [`${formatNumber(more)} places more`] : [])];
    return writePrompt(items.slice(0, most), leftOut, wanted);
  };
  const isWithin = (most: number): boolean => {
    const { system, prompt } = promptWith(most);
    return count(system) + count(prompt) <= maxTokens;
  };
  const sent = lastThat(isWithin, items.length);
  if (sent === 0) {
    throw new Failure("INVALID_INPUT", `no part of the change fits into ${formatNumber(maxTokens)} tokens`, {
      hint: "raise --max-tokens",
    });
  }
  return { specialist, prompt: promptWith(sent), notSent: items.length - sent };
}

/** The largest number up to `most` of which it is true, if it is true of all smaller ones. */
function lastThat(holds: (count: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    [low, high] = holds(middle) ? [middle, high] : [low, middle - 1];
  }
  return low;
}

/** Changed places for one of another kind. */
const CHANGED_FOR_OTHER = 3;

/** Changed lines first, mixed with the others, so that a large change does not leave the others out. */
function inOrderFor(specialist: Specialist, items: readonly ChangeItem[]): ChangeItem[] {
  const of = (kind: ChangeItem["kind"]) => items.filter((item) => item.kind === kind);
  const others = LOOKS_AT[specialist].flatMap(of);
  const woven = of("changed").flatMap((item, at) => [
    item,
    ...((at + 1) % CHANGED_FOR_OTHER === 0 ? others.splice(0, 1) : []),
  ]);
  return [...woven, ...others];
}

const questionOf = ({ system, prompt, origins }: Prompt, signal: AbortSignal): Question => ({
  system,
  prompt,
  origins,
  maxOutputTokens: ANSWER_TOKENS,
  signal,
});

const NOT_WHOLE = {
  length: "its answer was cut off at the limit of tokens",
  refused: "the language model refused to answer",
};

async function answerOf({ specialist, prompt, notSent }: Plan, model: LanguageModel, signal: AbortSignal) {
  const none = { findings: [], dropped: [], redactions: [], inputTokens: null, outputTokens: null, cost: null };
  try {
    const { text, end, redactions } = await askOnce(model, questionOf(prompt, signal));
    const { inputTokens, outputTokens, cost } = end;
    const read = end.reason === "stop" ? readFindings(text, prompt.sent) : { failed: NOT_WHOLE[end.reason] };
    return { ...none, failed: null, ...read, specialist, notSent, redactions, inputTokens, outputTokens, cost };
  } catch (error) {
    if (error instanceof Failure && error.code !== "CANCELLED") {
      return { ...none, specialist, notSent, failed: error.message };
    }
    throw error;
  }
}
