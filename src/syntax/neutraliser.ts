// How valid code that trips a grammar is made harmless: what the grammar does not know is overwritten by what it does,
// character for character. Each language gives its table (neutralisers.ts in its folder); quarantine.ts holds each entry to its proof.
import type { GrammarName } from "./grammars.ts";

export interface Neutraliser {
  /** As answers name it. */
  readonly construct: string;
  /** With the flags d and g; bounded, since texts may be hostile. Group 1 is what is overwritten. */
  readonly pattern: RegExp;
  /**
   * Matches what begins a part of the text that the construct may be in, and then has a group 1, and what ends such a part:
   * elsewhere it is not sought. With the flags g and m.
   */
  readonly parts?: RegExp;
  /** Of the same length, line breaks in their places; blank unless told. `before`: all that stands before it. */
  readonly overwrite?: (offending: string, before: string) => string;
  /** Reads what was overwritten, as one expression: what its own grammar takes for text may be wrong as well. */
  readonly expression?: GrammarName;
  /** Where the proof starts: an end of the match, or what was overwritten. */
  readonly anchor: "first" | "last" | "overwritten";
  /** What the new tree must show there: a node of one of these types, or of none where the language has the construct anywhere… */
  readonly within: readonly string[];
  /** …around no other nodes than these. */
  readonly through: readonly string[];
}

/** A name of the same length. */
export const asName = (offending: string): string => offending.replace(/[^\r\n]/g, "_");
