// How a grammar parses a piece of code that is not a whole file: the text around it, and the spelling of a metavariable where a
// plain name is not allowed. read-pattern.ts tries them in order. Each language gives its own in its folder.
import type { Spelling } from "./metavariables.ts";

/** What comes before and after the piece. */
export type Surround = readonly [before: string, after: string];

export interface PatternSettings {
  /** Where a piece that begins so stands, and nowhere else: the rest of a statement. */
  readonly clauses?: readonly (readonly [starts: RegExp, Surround])[];
  readonly surrounds: readonly Surround[];
  /** `%` is a name, `^` one in capitals. */
  readonly spellings: readonly Spelling[];
  /** By what it was understood as: where it may stand as well, as something else that is written the same way. */
  readonly also?: Readonly<Record<string, Surround>>;
  /** True where a name in capitals is another thing than one without, so that metavariables are read as both. */
  readonly capitalsDiffer?: boolean;
  /** Node types that a piece is only where nothing else can be made of it. */
  readonly unlikely?: readonly string[];
  /** Node types that are any text at all: what is only such a one is no code that was understood. */
  readonly plainText?: readonly string[];
  /** Any body of a declaration, as it follows what is declared; left out where the grammar's code has none. */
  readonly body?: string;
  /** Two patterns, for who wrote one that is none. */
  readonly examples: readonly [string, string];
}

/** Nothing before or after: the piece is a file by itself. */
export const BARE: Surround = ["", ""];

/** For a grammar of which nothing else is said. */
export const PLAIN: PatternSettings = {
  surrounds: [BARE, ["{", "}"], ["q{", "}"], ["q(", ")"]],
  spellings: ["%", "^", "%()", '"%"', '"%": %', "%: %;"],
  examples: ["$F($$$ARGS)", "$A + $B"],
};

/** The same with examples that fit the language. */
export const withExamples = (...examples: PatternSettings["examples"]): PatternSettings => ({ ...PLAIN, examples });
