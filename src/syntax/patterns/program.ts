// A structural pattern as steps over a tree in document order: what run-program.ts does with each node. Made by read-pattern.ts.
// Plain values: it crosses a process boundary.

/** What is before a step's node without being one, white space aside: some grammars have none for a string's letters. */
interface WithGap {
  /** Null behind a `$$$`, which takes that too. */
  readonly gap: string | null;
}

export type Step =
  /** A node of this type; its children are the steps to the matching `close`. */
  | ({ readonly do: "open"; readonly type: string } & WithGap)
  /** No more children. */
  | ({ readonly do: "close" } & WithGap)
  | ({ readonly do: "leaf"; readonly type: string; readonly text: string } & WithGap)
  /** Any named node. */
  | ({ readonly do: "one"; readonly name: string | null } & WithGap)
  /** Any number of neighbours; `last`: all that are left. */
  | { readonly do: "rest"; readonly name: string | null; readonly last: boolean }
  /** The next `length` steps, or nothing: a body without a statement has no node in some grammars. */
  | { readonly do: "maybe"; readonly length: number; readonly name: string | null };

export interface PatternProgram {
  readonly steps: readonly Step[];
  /** Node types of the neighbours that it was understood as, in the grammar's words. */
  readonly understood: readonly string[];
  /** False where they are part of something else, with the rest of it left out. */
  readonly isWhole: boolean;
  /** Names of its metavariables, in order, each once. */
  readonly names: readonly string[];
  /** Metavariables inside a string or a name, which are literal text. */
  readonly literal: readonly string[];
  /** True if a name must match the same text in several places. */
  readonly repeats: boolean;
  /** Texts that are in everything it matches, each once. */
  readonly literals: readonly string[];
  /** Those of them that are there as words of their own: letters, digits and `_`. */
  readonly words: readonly string[];
}
