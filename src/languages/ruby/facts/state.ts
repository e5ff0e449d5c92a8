// What the readers of Ruby's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/**
 * "singleton": the class, and what is defined is defined on it (`class << self`). "includer": the class that will include the
 * enclosing module (`included do`).
 */
export type Self = "instance" | "class" | "singleton" | "includer";

export interface State {
  /** What `self` is, the innermost last; empty where it is an instance. */
  readonly selves: Self[];
  /** The class of each class itself, which has its own methods. */
  readonly singletons: Map<DefinitionAt, DefinitionAt>;
  /** In modules: the holder of methods that the classes of their includers get. */
  readonly forIncluders: Map<DefinitionAt, DefinitionAt>;
  readonly supers: Map<DefinitionAt, readonly ChainDraft[]>;
  /** Classes that modules are prepended to. */
  readonly prepended: Set<DefinitionAt>;
  /** What `attr_reader` and the like declare for instances, as `class name`. */
  readonly attributes: Set<string>;
  /** Fields whose type is known. */
  readonly typed: Set<DefinitionAt>;
}

export const openState = (): State => ({
  selves: [],
  singletons: new Map(),
  forIncluders: new Map(),
  supers: new Map(),
  prepended: new Set(),
  attributes: new Set(),
  typed: new Set(),
});

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
