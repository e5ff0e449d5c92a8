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

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** Definitions whose members need no instance: objects. */
  objects: new Set<DefinitionAt>(),
  /** By the node of their body and their name. */
  companions: new Map<string, Companions>(),
  /** Of each body the names of its classes: a body of thousands is gone through once. */
  classNames: new Map<NodeAt, ReadonlySet<string>>(),
  /** What `_` represents in an argument, the innermost last. */
  placeholders: [] as ChainDraft[],
  /** Open quotes around the code: `'{ … }`. */
  quotes: 0,
  /** Type parameters that take an argument: `F` of `F[_]`. */
  wrapping: new Set<string>(),
  /** "" before the first package clause. */
  package: "",
  /** By the name that an import binds, the whole name of what it imports. */
  imported: new Map<string, string>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
