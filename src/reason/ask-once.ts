// One question to a language model, and its whole answer.
import type { AnswerEnd, LanguageModel, LanguageModelRequest, RequestRedaction } from "../language-model/contract.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { Prompt } from "./prompts/write-prompt.ts";

export interface WholeAnswer {
  readonly text: string;
  readonly end: AnswerEnd;
  readonly redactions: readonly SentRedaction[];
}

export interface SentRedaction {
  /** "an access key of AWS" */
  readonly kind: string;
  /** `path:12`; null where it is not in the source. */
  readonly place: string | null;
}

export interface Question extends LanguageModelRequest {
  /** As `Prompt.origins`; absent where no source is sent. */
  readonly origins?: Prompt["origins"] | undefined;
}

/** `show` gets each piece at once. Throws LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED. */
export async function askOnce(
  model: LanguageModel,
  { origins, ...request }: Question,
  show: (text: string) => void = () => undefined,
): Promise<WholeAnswer> {
  let text = "";
  let end: AnswerEnd | null = null;
  let redactions: readonly SentRedaction[] = [];
  for await (const event of model.stream(request)) {
    if (event.type === "request") {
      redactions = placed(event.redactions, origins);
    } else if (event.type === "text") {
      text += event.text;
      show(event.text);
    } else {
      end = event;
    }
  }
  if (end === null) {
    throw new Failure("LANGUAGE_MODEL_FAILED", `${model.name} broke off its answer`, { hint: "ask again" });
  }
  return { text, end, redactions };
}

export const placed = (redactions: readonly RequestRedaction[], origins: Question["origins"]): SentRedaction[] =>
  redactions.map(({ kind, line, part }) => ({
    kind,
    place: part === "prompt" ? (origins?.[line - 1] ?? null) : null,
  }));
