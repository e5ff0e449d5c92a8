// What a review asks about a text.
import type { FunctionTokens } from "../../syntax/function-tokens.ts";
import type { FlowsRead } from "./read-flows.ts";
import type { HandlersRead } from "./read-handlers.ts";

export interface Inspection {
  /** Identifier of the languages table; null for text without a grammar. */
  readonly language: string | null;
  /** Its functions and methods, what encloses others before them; not the short ones. */
  readonly functions: readonly FunctionTokens[];
  /** Null where it is not known how the language catches errors, or the text could not be parsed in time. */
  readonly errors: HandlersRead | null;
  /** Null where it is not known what comes from outside of the language's programs, or the text could not be parsed in time. */
  readonly flows: FlowsRead | null;
  /** In the order of the text, of all languages in it. Null where there is no grammar, or the text could not be parsed in time. */
  readonly comments: readonly CommentAt[] | null;
}

/** 0-based offsets in UTF-16 units; `end` is exclusive. */
export interface CommentAt {
  readonly start: number;
  readonly end: number;
}
