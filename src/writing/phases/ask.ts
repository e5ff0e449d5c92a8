// A question to the language model, as a step of the store: what was answered once is never asked again.
import type { AnswerEnd } from "../../language-model/contract.ts";
import { askOnce } from "../../reason/ask-once.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { WriteTask, WriteTools } from "../contract/writing.ts";
import { AUTHOR } from "../prompts/author.ts";
import type { ReportStore } from "../store/report-store.ts";

/** The kind of such steps. */
export const QUESTION = "question";

export interface Answered extends Pick<AnswerEnd, "reason" | "inputTokens" | "outputTokens" | "cost"> {
  readonly text: string;
}

/** Asks, and counts: at most `callsMax` questions, those of earlier runs too. */
export class Questions {
  readonly answers: Answered[] = [];
  /** How many of them an earlier run was given. */
  replayed = 0;
  readonly #store: ReportStore;
  readonly #task: WriteTask;
  readonly #tools: WriteTools;

  constructor(store: ReportStore, task: WriteTask, tools: WriteTools) {
    this.#store = store;
    this.#task = task;
    this.#tools = tools;
  }

  get left(): number {
    return this.#task.callsMax - this.answers.length;
  }

  /** Throws LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED; an error if no question is left. */
  async ask(what: string, prompt: string, maxOutputTokens: number): Promise<Answered> {
    if (this.left <= 0) {
      throw new Error("no question is left");
    }
    const { signal, callsMax } = this.#task;
    throwIfCancelled(signal);
    this.#tools.onStep(what, this.answers.length, callsMax);
    let isAsked = false;
    const answer = await this.#store.step(QUESTION, `${AUTHOR}\0${prompt}\0${maxOutputTokens}`, async () => {
      isAsked = true;
      const { text, end } = await askOnce(this.#tools.model, { system: AUTHOR, prompt, maxOutputTokens, signal });
      const { reason, inputTokens, outputTokens, cost } = end;
      return { text, reason, inputTokens, outputTokens, cost } satisfies Answered;
    });
    this.replayed += isAsked ? 0 : 1;
    this.answers.push(answer);
    return answer;
  }
}
