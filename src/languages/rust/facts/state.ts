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

export interface State {
  /** What `Self` is while a type's own code is read. */
  self: ChainDraft;
  /** Number of enclosing modules that are written in this file: `super` in these is not another file. */
  depth: number;
  /** Number of enclosing function bodies. */
  inBody: number;
  /** Imports of `crate`, `self` and `super`. */
  readonly roots: Map<string, number>;
  /** Macros that the file defines: their names are a namespace of their own. */
  readonly macros: Map<string, DefinitionAt>;
  /** Names that a `use` imports. */
  readonly imported: Set<string>;
  /** Those of them that the crate itself declares. */
  readonly ofCrate: Set<string>;
  /** First names of paths, which may be crates, and the line on which each is first used. */
  readonly crates: Map<string, number>;
  /** Texts that are being read: the file, and the arguments of macros in it. */
  texts: number;
  /** Types that are defined before what stands in their file or module is read, by tree. */
  readonly early: Map<SyntaxTree, Map<NodeAt, DefinitionAt>>;
  /** Of the enclosing `impl` blocks, the innermost last. */
  readonly owners: Owner[];
  /** The traits that a type implements by `impl` blocks. */
  readonly supers: Map<DefinitionAt, ChainDraft[]>;
}

export const openState = (): State => ({
  self: null,
  depth: 0,
  inBody: 0,
  roots: new Map(),
  macros: new Map(),
  imported: new Set(),
  ofCrate: new Set(),
  crates: new Map(),
  texts: 0,
  early: new Map(),
  owners: [],
  supers: new Map(),
});

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
