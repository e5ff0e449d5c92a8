// What the readers of Swift's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";

/** `isImplied`: its type is not written (`.loading`). */
export interface MemberOf {
  readonly on: ChainDraft;
  readonly isImplied: boolean;
}

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** Modules that the file imports, whose names it may write with the module before them. */
  modules: new Set<string>(),
  /** Of a name directly behind the dot of a `prefix_expression`: whose member it is. */
  members: new Map<NodeAt, MemberOf>(),
  /** Of a `prefix_expression` that is a member of what stands before it: that value. */
  receivers: new Map<NodeAt, ChainDraft>(),
  /** What the place of a closure, or of a member without its type, expects. */
  expected: new Map<NodeAt, ChainDraft>(),
  /** Comparisons to the grammar that are type arguments: `Store<Order>.make()`. */
  misread: new Set<NodeAt>(),
  /** The parameters of function types that were read. */
  parameters: new Map<NodeAt, readonly ChainDraft[]>(),
  /** What the enclosing functions are declared to return, the innermost last. */
  results: [] as ChainDraft[],
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
