// What the analysis of one text answers about its names.
import type { Occurrence } from "../syntax/occurrences.ts";
import type { Facts } from "../vocabulary/facts.ts";
import type { Stretches } from "../vocabulary/stretches.ts";

/** What a text says about names, and the language it is read as. */
export interface TextFacts {
  /** Identifier of the languages table, or null for text without a grammar. */
  readonly language: string | null;
  /** Null where the language's definitions alone are read. */
  readonly facts: Facts | null;
}

/** What a text says about some names, with the exact place of each use. */
export interface TextOccurrences extends TextFacts {
  /** Its lines are offsets: ReadingOptions.byOffsets. */
  readonly facts: Facts | null;
  /** What its words are; null where no grammar has read it. */
  readonly stretches: Stretches | null;
  /** In order of offset. Names in strings and comments are here only where the grammar makes a node of them. */
  readonly occurrences: readonly Occurrence[];
}
