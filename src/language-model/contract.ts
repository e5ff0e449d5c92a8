// What a language model is asked and what it answers.
import type { Redaction } from "../secrets/redact.ts";

export interface LanguageModelRequest {
  /** What the language model is and must heed. */
  readonly system: string;
  readonly prompt: string;
  /** The answer ends there, with the reason `length`. */
  readonly maxOutputTokens: number;
  /** Ends the request at any moment, with CANCELLED. */
  readonly signal?: AbortSignal;
}

/** A credential that was taken out of a request. */
export interface RequestRedaction extends Redaction {
  readonly part: "system" | "prompt";
}

export type AnswerEvent =
  /** First, before anything is sent. */
  | { readonly type: "request"; readonly redactions: readonly RequestRedaction[] }
  | { readonly type: "text"; readonly text: string }
  /** Last. An answer without it is not whole: the failure that ended it is thrown. */
  | AnswerEnd;

export interface AnswerEnd {
  readonly type: "finish";
  /** `length`: it was cut off at `maxOutputTokens` or at the end of the context; `refused`: by the language model or its provider. */
  readonly reason: "stop" | "length" | "refused";
  /** As the provider counts them; null where it does not. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In the currency of the prices in the settings; null without prices or without counts. */
  readonly cost: number | null;
}

/** What a request would send, byte by byte, but for the key. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  /** What this program sets; Node adds those of the connection, such as `host`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the system text and the prompt, as this program counts them; the provider may count others. */
  readonly tokens: number;
  readonly redactions: readonly RequestRedaction[];
}

export interface AddressState {
  /** Whether the address has the language model; null if it does not say. */
  readonly isKnown: boolean | null;
  /** The names that it lists. */
  readonly names: readonly string[];
}

export interface LanguageModel {
  /** For messages: `claude-sonnet-4-5 at api.anthropic.com`. */
  readonly name: string;
  /**
   * Sends the request, without credentials (src/secrets/), and yields the answer as it comes. Ending the loop ends the request.
   * Throws LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED.
   */
  stream(request: LanguageModelRequest): AsyncIterable<AnswerEvent>;
  /** Sends nothing. */
  describe(request: LanguageModelRequest): Promise<RequestDescription>;
  /** Asks the address for its language models, which costs nothing. Throws LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED. */
  check(signal?: AbortSignal): Promise<AddressState>;
}
