// What the readers of PHP's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/** A function, or the file. An arrow function has the number of the enclosing one, whose variables it sees. */
export interface Frame {
  readonly number: number;
  readonly bound: Set<string>;
  readonly seen: Set<string>;
  /** Variables whose last assigned value is an empty array. */
  readonly empty: Set<string>;
  /** What it returns, and what it yields: one that yields returns no more than that. */
  readonly returned: ChainDraft[];
  readonly yielded: ChainDraft[];
}

export interface State extends HasDocComment {
  namespace: string;
  /** Whole names by what they are called here. */
  aliases: Map<string, string>;
  /** The file and the enclosing functions, the innermost last. */
  readonly frames: Frame[];
  /** Number of functions read so far. */
  functions: number;
  /** What each class extends. */
  readonly parents: Map<DefinitionAt, ChainDraft>;
  /** Types of variables from the `@var` comment that ends on this line. */
  readonly documented: Map<string, { readonly value: ChainDraft; readonly line: number }>;
  /** Parameters of types that comments declare, and what they are bound to. */
  templates: ReadonlyMap<string, ChainDraft>;
  /** Fields without a declared type. */
  readonly untyped: Set<DefinitionAt>;
}

export const frameOf = (number: number): Frame => ({
  number,
  bound: new Set(),
  seen: new Set(),
  empty: new Set(),
  returned: [],
  yielded: [],
});

export const openState = (): State => ({
  docComment: null,
  namespace: "",
  aliases: new Map(),
  frames: [frameOf(0)],
  functions: 0,
  parents: new Map(),
  documented: new Map(),
  templates: new Map(),
  untyped: new Set(),
});

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
