// What the readers of Rust's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { NodeAt, SyntaxTree } from "../../../syntax/syntax-tree.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/** Where a method of an `impl` block stands: under its type, be that in this file or in another. */
export interface Owner {
  readonly parent: DefinitionAt;
  readonly qualifier?: string;
  /** Whether the block says which trait asks for what is in it. */
  readonly isForTrait: boolean;
}

export const openState = () => ({
  /** What `Self` is while a type's own code is read. */
  self: null as ChainDraft,
  /** Number of enclosing modules that are written in this file: `super` in these is not another file. */
  depth: 0,
  /** Number of enclosing function bodies. */
  inBody: 0,
  /** Imports of `crate`, `self` and `super`. */
  roots: new Map<string, number>(),
  /** Macros that the file defines: their names are a namespace of their own. */
  macros: new Map<string, DefinitionAt>(),
  /** Names that a `use` imports. */
  imported: new Set<string>(),
  /** Those of them that the crate itself declares. */
  ofCrate: new Set<string>(),
  /** First names of paths, which may be crates, and the line on which each is first used. */
  crates: new Map<string, number>(),
  /** Texts that are being read: the file, and the arguments of macros in it. */
  texts: 0,
  /** Types that are defined before what stands in their file or module is read, by tree. */
  early: new Map<SyntaxTree, Map<NodeAt, DefinitionAt>>(),
  /** Of the enclosing `impl` blocks, the innermost last. */
  owners: [] as Owner[],
  /** The traits that a type implements by `impl` blocks. */
  supers: new Map<DefinitionAt, ChainDraft[]>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
