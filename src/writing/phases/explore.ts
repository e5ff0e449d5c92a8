// The first two phases: the author looks around in bounded steps, then outlines the report in one question.
import type { Outline, WriteTask, WriteTools } from "../contract/writing.ts";
import { explorationPrompt, outlinePrompt, type Seen } from "../prompts/author.ts";
import type { Questions } from "./ask.ts";
import { readOutline, readStep, type ToolCall } from "./read-answer.ts";
import type { Reading, ReadSpan } from "./use-tools.ts";

const STEP_TOKENS = 2_000;
const OUTLINE_TOKENS = 3_000;
/** Answers in a row that cannot be used. */
const WRONG_MAX = 3;
/** Tokens for results of the last steps, as far as the window has them. */
const RESULTS_TOKENS = 12_000;

/** Of the window a part is left for the form of the question and for the answer. */
export const roomOf = ({ window }: Pick<WriteTools, "window">, wanted: number): number =>
  Math.min(wanted, Math.floor((window - 10_000) / 2));

/** What was seen so far, within its room: the newest results whole, all others as the line that says what was done. */
export class Memory {
  readonly #tools: Pick<WriteTools, "countTokens">;
  readonly #room: number;
  readonly #done: string[] = [];
  readonly #notes: string[] = [];
  #results: { readonly text: string; readonly span: ReadSpan | null; readonly at: number }[] = [];
  #complaint = "";

  constructor(tools: WriteTools) {
    this.#tools = tools;
    this.#room = roomOf(tools, RESULTS_TOKENS);
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  complain(text: string): void {
    this.#complaint = text;
  }

  async use(calls: readonly ToolCall[], reading: Reading): Promise<void> {
    for (const call of calls) {
      const { what, result, span } = await reading.use(call);
      this.#results.push({ text: `${what}\n${result}`, span, at: this.#done.push(what) - 1 });
    }
    const began = this.#done.length - calls.length;
    let room = this.#room;
    const fitting = this.#results.toReversed().findIndex(({ text }) => {
      room -= this.#tools.countTokens(text);
      return room < 0;
    });
    const dropped = fitting === -1 ? [] : this.#results.slice(0, this.#results.length - fitting);
    for (const { at } of dropped.filter((one) => one.at >= began)) {
      this.#done[at] += " (not shown: too much at once, ask for it again)";
    }
    this.#results = this.#results.slice(dropped.length);
  }

  /** What the next question says; a complaint is said once. The lines in it are shown then. */
  take(reading: Reading): Seen {
    const complaint = this.#complaint;
    this.#complaint = "";
    for (const { span } of this.#results) {
      if (span !== null) {
        reading.show(span);
      }
    }
    return { done: this.#done, results: this.#results.map(({ text }) => text), notes: this.#notes, complaint };
  }

  /** In place of an understanding that the author did not give. */
  summary(): string {
    return [...this.#notes, ...this.#done].join("\n");
  }
}

export interface Explored {
  readonly understanding: string;
  /** Why it ended without the author's word; "" where the author ended it. */
  readonly trouble: string;
}

export async function explore(
  task: WriteTask,
  tools: WriteTools,
  { questions, reading }: { questions: Questions; reading: Reading },
): Promise<Explored> {
  const memory = new Memory(tools);
  const most = Math.min(task.explorationMax, Math.max(1, task.callsMax - 1 - task.sectionsMax));
  let wrong = 0;
  for (let step = 0; step < most && wrong < WRONG_MAX && questions.left > 2; step += 1) {
    const prompt = explorationPrompt(task.prompt, tools.library.project.name, memory.take(reading), most - step);
    const { text } = await questions.ask(`exploration, step ${step + 1} of ${most}`, prompt, STEP_TOKENS);
    const read = readStep(text);
    if ("wrong" in read) {
      wrong += 1;
      memory.complain(read.wrong);
      continue;
    }
    wrong = 0;
    const { notes, calls = [], finish } = read.value;
    if (finish !== undefined) {
      return { understanding: finish, trouble: "" };
    }
    if (notes !== undefined) {
      memory.note(notes);
    }
    await memory.use(calls, reading);
  }
  return {
    understanding: memory.summary(),
    trouble: wrong > 0 ? "its answers could not be read" : "it had not finished when its steps were used up",
  };
}

/** `trouble`: why the outline is not the author's; "" where it is. */
export async function outlineReport(
  task: WriteTask,
  { understanding }: Explored,
  { questions, reading }: { questions: Questions; reading: Reading },
): Promise<{ readonly outline: Outline; readonly trouble: string }> {
  const prompt = outlinePrompt(task.prompt, understanding, reading.paths, task.sectionsMax);
  let wrong = "";
  for (let attempt = 1; attempt <= 2 && questions.left > 0; attempt += 1) {
    const asked = wrong === "" ? prompt : `${prompt}\n\nYour last answer could not be used: ${wrong}.`;
    const { text } = await questions.ask(attempt === 1 ? "outline" : "outline, again", asked, OUTLINE_TOKENS);
    const read = readOutline(text);
    if ("value" in read) {
      const { title, sections } = read.value;
      const left = sections.length - task.sectionsMax;
      const trouble = left > 0 ? `its outline had ${left} more sections than --max-sections allows` : "";
      return { outline: { title, sections: sections.slice(0, task.sectionsMax) }, trouble };
    }
    wrong = read.wrong;
  }
  const [title = "Report"] = task.prompt.trim().split("\n");
  return {
    outline: { title: title.slice(0, 100), sections: [{ title: "Report", focus: task.prompt, files: reading.paths }] },
    trouble: `its outline could not be read (${wrong}): the report has one section`,
  };
}
