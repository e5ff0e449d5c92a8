// Answers a task over a prepared context: one question to the language model, or one for each part of the task and one that joins the answers. The
// language model is offered no tool, decides about no look-up, and writes nothing.
import type { AnswerEnd, LanguageModel, LanguageModelRequest, RequestDescription } from "../language-model/contract.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { askOnce, placed, type SentRedaction } from "./ask-once.ts";
import { type CheckedText, checkCitations, type SentPlace } from "./citations/check-citations.ts";
import { findCitations } from "./citations/find-citations.ts";
import type { Prepare, PreparedContext } from "./contract/prepared-context.ts";
import { type Form, formFor, SYNTHESIS } from "./prompts/forms.ts";
import { type PartAnswer, type Prompt, writePrompt, writeSynthesis } from "./prompts/write-prompt.ts";
import { hideEdits } from "./proposal/hide-edits.ts";
import { type Proposal, splitAnswer } from "./proposal/parse-proposal.ts";

export interface ReasonTask {
  readonly task: string;
  /** Of the source that is sent. */
  readonly maxTokens: number;
  /** Paths and symbols that the user adds to those of the task. */
  readonly focus: readonly string[];
  readonly signal: AbortSignal;
}

export interface ReasonTools {
  readonly model: LanguageModel;
  readonly prepare: Prepare;
  /** How many lines files of the project have; without those that are none. */
  readonly linesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** What is shown while the answer comes. */
export interface Watcher {
  /** A piece of the answer, without its edits, at once. */
  readonly text: (text: string) => void;
  /** A step that begins: `part 1 of 2: …`. */
  readonly step: (what: string) => void;
}

/** One question to the language model. */
export interface AskedOnce extends Pick<AnswerEnd, "reason" | "inputTokens" | "outputTokens" | "cost"> {
  readonly form: Form["name"];
  /** The part of the task; null for all of it, and for the synthesis. */
  readonly part: string | null;
}

export interface Reasoned extends CheckedText {
  /** Without its edits. */
  readonly text: string;
  /** `length` and `refused` also where only a part of the task was answered so. */
  readonly finish: AnswerEnd["reason"];
  readonly asked: readonly AskedOnce[];
  /** Sums; null where the provider does not count, or no prices are set. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
  readonly redactions: readonly SentRedaction[];
  readonly proposal: Proposal;
  readonly sent: readonly SentPlace[];
  readonly context: PreparedContext;
}

const ANSWER_TOKENS = 4_000;
/** Of an answer that may have edits. */
const EDITED_TOKENS = 8_000;
/** A task of more parts is answered as a whole. */
const PARTS_MAX = 4;

/** Throws what `prepare` throws, NOT_FOUND where that finds nothing, LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED. */
export async function reason(task: ReasonTask, tools: ReasonTools, watcher: Watcher): Promise<Reasoned> {
  const { context, questions } = await planQuestions(task, tools.prepare);
  const [only, ...more] = questions;
  if (only === undefined) {
    throw new Error("a task without a question");
  }
  const answers: Answered[] = [];
  for (const question of questions) {
    throwIfCancelled(task.signal);
    const isShown = more.length === 0;
    if (!isShown) {
      watcher.step(`part ${answers.length + 1} of ${questions.length}: ${question.part ?? ""}`);
    }
    answers.push(await answerTo(question, task.signal, tools.model, isShown ? watcher.text : () => undefined));
  }
  const joined = more.length === 0 ? null : await join(task, answers, tools.model, watcher);
  const text = (joined ?? answers[0])?.text ?? "";
  const all = joined === null ? answers : [...answers, joined];
  const cited = [...new Set(findCitations(text).map(({ path }) => path))];
  const lines = await tools.linesOf(cited);
  const { sent } = only.prompt;
  return {
    text,
    ...checkCitations(text, sent, (path) => lines.get(path) ?? null),
    finish: worstOf(all.map(({ asked }) => asked.reason)),
    asked: all.map(({ asked }) => asked),
    inputTokens: sumOf(all.map(({ asked }) => asked.inputTokens)),
    outputTokens: sumOf(all.map(({ asked }) => asked.outputTokens)),
    cost: sumOf(all.map(({ asked }) => asked.cost)),
    redactions: distinct(all.flatMap(({ redactions }) => redactions)),
    proposal: proposalOf(answers),
    sent,
    context,
  };
}

export interface DescribedReasoning {
  /** One for each question, but for the synthesis of several, which holds their answers. */
  readonly requests: readonly RequestDescription[];
  readonly redactions: readonly SentRedaction[];
  readonly isJoined: boolean;
}

/** What `reason` would send. Sends nothing. */
export async function describeReasoning(
  task: ReasonTask,
  { model, prepare }: Pick<ReasonTools, "model" | "prepare">,
): Promise<DescribedReasoning> {
  const { questions } = await planQuestions(task, prepare);
  const requests: RequestDescription[] = [];
  const redactions: SentRedaction[] = [];
  for (const question of questions) {
    const request = await model.describe(requestOf(question, task.signal));
    requests.push(request);
    redactions.push(...placed(request.redactions, question.prompt.origins));
  }
  return { requests, redactions: distinct(redactions), isJoined: questions.length > 1 };
}

interface Question {
  readonly form: Form;
  readonly part: string | null;
  readonly prompt: Pick<Prompt, "system" | "prompt"> & Partial<Prompt>;
}

interface SourceQuestion extends Question {
  readonly prompt: Prompt;
}

async function planQuestions(
  { task, maxTokens, focus, signal }: ReasonTask,
  prepare: Prepare,
): Promise<{ readonly context: PreparedContext; readonly questions: readonly SourceQuestion[] }> {
  const context = await prepare(task, { maxTokens, focus, signal });
  const { items, intent } = context;
  if (items.every(({ stretches }) => stretches.length === 0)) {
    throw new Failure("NOT_FOUND", "no source was found for the task, so the language model was not asked", {
      hint: "name a symbol or a file in the task, or add one with --allow",
    });
  }
  const parts = context.parts.length > PARTS_MAX || context.parts.length < 2 ? [] : context.parts;
  if (parts.length === 0) {
    const form = formFor({
      text: task,
      intent: context.parts.length === 1 ? (context.parts[0]?.intent ?? intent) : intent,
    });
    return {
      context,
      questions: [{ form, part: null, prompt: writePrompt(context, { task, part: null, form }) }],
    };
  }
  return {
    context,
    questions: parts.map((one, at) => {
      const form = formFor(one);
      const part = { text: one.text, number: at + 1, count: parts.length };
      return { form, part: one.text, prompt: writePrompt(context, { task, part, form }) };
    }),
  };
}

const requestOf = ({ form, prompt: { system, prompt } }: Question, signal: AbortSignal): LanguageModelRequest => ({
  system,
  prompt,
  maxOutputTokens: form.mayEdit ? EDITED_TOKENS : ANSWER_TOKENS,
  signal,
});

interface Answered {
  readonly text: string;
  readonly proposal: Proposal;
  readonly asked: AskedOnce;
  readonly redactions: readonly SentRedaction[];
}

async function answerTo(
  question: Question,
  signal: AbortSignal,
  model: LanguageModel,
  show: Watcher["text"],
): Promise<Answered> {
  const { form, part } = question;
  const hidden = hideEdits(show);
  const asked = { ...requestOf(question, signal), origins: question.prompt.origins };
  const { text: answer, end, redactions } = await askOnce(model, asked, (piece) => hidden.write(piece));
  hidden.end();
  const { text, proposal } = splitAnswer(answer);
  const { reason: finish, inputTokens, outputTokens, cost } = end;
  return {
    text,
    proposal: usable(proposal, form, finish),
    asked: { form: form.name, part, reason: finish, inputTokens, outputTokens, cost },
    redactions,
  };
}

/** Edits count only in a whole answer that was asked for them. */
function usable(proposal: Proposal, { mayEdit }: Form, finish: AnswerEnd["reason"]): Proposal {
  if (proposal.kind === "none") {
    return proposal;
  }
  const unused = (why: string): Proposal => ({ kind: "malformed", line: null, why });
  if (!mayEdit) {
    return unused("the task does not ask for edits");
  }
  return finish === "stop" ? proposal : unused("the answer is not whole, so its edits may not be");
}

/** The answers to the parts are not shown as they come: the one that joins them is. */
async function join(
  { task, signal }: ReasonTask,
  answers: readonly Answered[],
  model: LanguageModel,
  { text: show, step }: Watcher,
): Promise<Answered> {
  throwIfCancelled(signal);
  step(`joining ${answers.length} answers`);
  const parts = answers.map(({ text, asked }): PartAnswer => {
    const missing = asked.reason === "stop" ? null : MISSING[asked.reason];
    return { text: asked.part ?? "", answer: text, missing };
  });
  const prompt = writeSynthesis(task, parts, SYNTHESIS);
  return answerTo({ form: SYNTHESIS, part: null, prompt }, signal, model, show);
}

const MISSING = { length: "this answer was cut off", refused: "the language model refused to answer" } as const;

/** The edits of all parts: one that cannot be read makes all unusable, since the others may rest on it. */
function proposalOf(answers: readonly Answered[]): Proposal {
  const proposals = answers.map(({ proposal }) => proposal);
  const malformed = proposals.find(({ kind }) => kind === "malformed");
  const edits = proposals.flatMap((one) => (one.kind === "edits" ? one.edits : []));
  return malformed ?? (edits.length === 0 ? { kind: "none" } : { kind: "edits", edits });
}

const GRAVEST = ["refused", "length"] as const;

const worstOf = (reasons: readonly AnswerEnd["reason"][]): AnswerEnd["reason"] =>
  GRAVEST.find((one) => reasons.includes(one)) ?? "stop";

const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);

const distinct = (redactions: readonly SentRedaction[]): SentRedaction[] => [
  ...new Map(redactions.map((one) => [`${one.place} ${one.kind}`, one])).values(),
];
