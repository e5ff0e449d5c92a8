// What the readers of Scala's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/** A class and the object of its name beside it. */
export interface Companions {
  class?: DefinitionAt;
  supers?: readonly ChainDraft[];
  object?: DefinitionAt;
}

export interface State extends HasDocComment {
  /** Definitions whose members need no instance: objects. */
  readonly objects: Set<DefinitionAt>;
  /** By the node of their body and their name. */
  readonly companions: Map<string, Companions>;
  /** Of each body the names of its classes: a body of thousands is gone through once. */
  readonly classNames: Map<NodeAt, ReadonlySet<string>>;
  /** What `_` represents in an argument, the innermost last. */
  readonly placeholders: ChainDraft[];
  /** Type parameters that take an argument: `F` of `F[_]`. */
  readonly wrapping: Set<string>;
  /** "" before the first package clause. */
  package: string;
  /** By the name that an import binds, the whole name of what it imports. */
  readonly imported: Map<string, string>;
}

export const openState = (): State => ({
  docComment: null,
  objects: new Set(),
  companions: new Map(),
  classNames: new Map(),
  placeholders: [],
  wrapping: new Set(),
  package: "",
  imported: new Map(),
});

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
