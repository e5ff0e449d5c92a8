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

export const frameOf = (number: number): Frame => ({
  number,
  bound: new Set(),
  seen: new Set(),
  empty: new Set(),
  returned: [],
  yielded: [],
});

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  namespace: "",
  /** Whole names by what they are called here. */
  aliases: new Map<string, string>(),
  /** The file and the enclosing functions, the innermost last. */
  frames: [frameOf(0)] as Frame[],
  /** Number of functions read so far. */
  functions: 0,
  /** What each class extends. */
  parents: new Map<DefinitionAt, ChainDraft>(),
  /** Types of variables from the `@var` comment that ends on this line. */
  documented: new Map<string, { readonly value: ChainDraft; readonly line: number }>(),
  /** Parameters of types that comments declare, and what they are bound to. */
  templates: new Map() as ReadonlyMap<string, ChainDraft>,
  /** Fields without a declared type. */
  untyped: new Set<DefinitionAt>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
