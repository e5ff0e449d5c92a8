// Specialists look at a change side by side: a question each, with its own budget. What they find is checked against what each of them was sent.
// They only add: the change was judged before they are asked, and nothing here approves or takes anything back.
import type { LanguageModel, RequestDescription } from "../../language-model/contract.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { fenceFor } from "../../vocabulary/shown-text.ts";
import { askOnce, placed, type Question, type SentRedaction } from "../ask-once.ts";
import type { ContextItem } from "../contract/prepared-context.ts";
import { type Prompt, writePrompt } from "../prompts/write-prompt.ts";
import { BEFORE, type CheckedFindings, readFindings } from "./read-findings.ts";
import { formOf, SPECIALISTS, type Specialist } from "./specialist-forms.ts";

export interface ChangeItem extends ContextItem {
  /** Changed lines; lines of tests, changed or not; lines that use what changed. In the state before, `path` begins with `BEFORE`. */
  readonly kind: "changed" | "test" | "user";
}

/** Texts are "" where there is nothing to say. */
export interface ChangeContext {
  /** In the author's words. */
  readonly intent: string;
  /** The two states and what differs, a line for each symbol. */
  readonly differences: string;
  /** What was found without a language model. */
  readonly found: string;
  /** What matters most first. */
  readonly items: readonly ChangeItem[];
}

export interface SpecialistsTask {
  readonly change: ChangeContext;
  readonly model: LanguageModel;
  /** Of each question. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface SpecialistAnswer extends CheckedFindings {
  readonly name: Specialist;
  /** Why it has no answer that can be used; null where it has. */
  readonly failed: string | null;
  /** Places of the change for which there was no room. */
  readonly unsent: number;
  readonly redactions: readonly SentRedaction[];
  readonly tokens: { readonly input: number | null; readonly output: number | null };
  readonly cost: number | null;
}

/** One that fails leaves the others alone. Throws CANCELLED. */
export async function askSpecialists(task: SpecialistsTask): Promise<SpecialistAnswer[]> {
  const plans = await planAll(task);
  return Promise.all(plans.map((plan) => answerOf(plan, task.model)));
}

/** What `askSpecialists` would send, in its order; sends nothing. Throws NOT_FOUND where that is nothing. */
export async function describeSpecialists(task: SpecialistsTask) {
  const describe = async ({ name, unsent, question, failed }: Plan) => {
    if (failed !== null) {
      throw new Failure("NOT_FOUND", `nothing would be sent: ${failed}`, { hint: "review without --reason" });
    }
    const request: RequestDescription = await task.model.describe(question);
    return { name, unsent, request, redactions: placed(request.redactions, question.origins) };
  };
  return Promise.all((await planAll(task)).map(describe));
}

interface Plan extends Pick<SpecialistAnswer, "name" | "unsent" | "failed"> {
  readonly question: Question;
  readonly sent: Prompt["sent"];
}

/** Of the budget, for each text about the change. */
const TEXT_SHARE = 0.15;
const LEFT_OUT_MAX = 20;
const ANSWER_TOKENS = 4_000;

async function planAll({ change, maxTokens, signal }: SpecialistsTask): Promise<Plan[]> {
  const { count } = await loadTokenCounter();
  const start = (text: string): string => {
    const lines = text.trim().split("\n");
    const most = lastThat(lines.length, (some) => count(lines.slice(0, some).join("\n")) <= maxTokens * TEXT_SHARE);
    return [...lines.slice(0, most), ...(most < lines.length ? ["[more was left out]"] : [])].join("\n");
  };
  const texts = [
    ["What the author says", start(change.intent)],
    [`What differs (lines of ${BEFORE}… are of the state before)`, start(change.differences)],
    ["What rules found, which is not to be repeated", start(change.found)],
  ].filter(([, text]) => text !== "");
  const fence = fenceFor(...texts.map(([, text = ""]) => text));
  const data = texts.map(([title, text]) => `${title}; data as well:\n${fence}\n${text}\n${fence}`).join("\n\n");
  return SPECIALISTS.map((name): Plan => {
    const items = inOrderFor(name, change.items);
    const promptWith = (most: number): Prompt => {
      const left = items.slice(most).map(({ path, stretches }) => `${path}:${stretches[0]?.startLine ?? 1}`);
      const listed = [...left.slice(0, LEFT_OUT_MAX), ...(left.length > LEFT_OUT_MAX ? ["and more"] : [])];
      const source = { items: items.slice(0, most), leftOut: listed, background: [] };
      return writePrompt(source, { task: data, part: null, form: formOf(name) });
    };
    const most = lastThat(items.length, (some) => {
      const { system, prompt } = promptWith(some);
      return count(system) + count(prompt) <= maxTokens;
    });
    const { sent, ...prompt } = promptWith(most);
    const tooLittle = `no changed lines fit into ${maxTokens} tokens: raise --max-tokens`;
    const failed = most > 0 ? null : items.length === 0 ? "there are no changed lines to send" : tooLittle;
    const question = { ...prompt, maxOutputTokens: ANSWER_TOKENS, signal };
    return { name, sent, failed, unsent: items.length - most, question };
  });
}

/** The largest number up to `most` of which it is true, if it is true of all smaller ones. */
function lastThat(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    [low, high] = holds(middle) ? [middle, high] : [low, middle - 1];
  }
  return low;
}

/** Changed lines for one place of another kind: a large change does not leave the others out. */
const CHANGED_FOR_OTHER = 3;

function inOrderFor(name: Specialist, items: readonly ChangeItem[]): ChangeItem[] {
  const first = name === "tests" ? "test" : "user";
  const changed = items.filter(({ kind }) => kind === "changed");
  const others = items
    .filter(({ kind }) => kind !== "changed")
    .toSorted((a, b) => Number(b.kind === first) - Number(a.kind === first));
  const isTurn = (at: number): boolean => (at + 1) % CHANGED_FOR_OTHER === 0;
  return [...changed.flatMap((item, at) => [item, ...(isTurn(at) ? others.splice(0, 1) : [])]), ...others];
}

const NOT_WHOLE = { length: "its answer was cut off", refused: "the language model refused to answer" };

async function answerOf(plan: Plan, model: LanguageModel): Promise<SpecialistAnswer> {
  const { name, unsent, failed, question, sent } = plan;
  const tokens = { input: null, output: null };
  const none = { name, unsent, failed, findings: [], dropped: [], redactions: [], cost: null, tokens };
  try {
    if (failed !== null) {
      return none;
    }
    const { text, end, redactions } = await askOnce(model, question);
    const read = end.reason === "stop" ? readFindings(text, sent) : { failed: NOT_WHOLE[end.reason] };
    const counted = { input: end.inputTokens, output: end.outputTokens };
    return { ...none, ...read, redactions, tokens: counted, cost: end.cost };
  } catch (error) {
    if (error instanceof Failure && error.code !== "CANCELLED") {
      return { ...none, failed: error.message };
    }
    throw error;
  }
}
