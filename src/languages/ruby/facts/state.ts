// What the readers of Ruby's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/**
 * "singleton": the class, and what is defined is defined on it (`class << self`). "includer": the class that will include the
 * enclosing module (`included do`).
 */
export type Self = "instance" | "class" | "singleton" | "includer";

export const openState = () => ({
  /** What `self` is, the innermost last; empty where it is an instance. */
  selves: [] as Self[],
  /** The class of each class itself, which has its own methods. */
  singletons: new Map<DefinitionAt, DefinitionAt>(),
  /** In modules: the holder of methods that the classes of their includers get. */
  forIncluders: new Map<DefinitionAt, DefinitionAt>(),
  supers: new Map<DefinitionAt, readonly ChainDraft[]>(),
  /** Classes that modules are prepended to. */
  prepended: new Set<DefinitionAt>(),
  /** What `attr_reader` and the like declare for instances, as `class name`. */
  attributes: new Set<string>(),
  /** Fields whose type is known. */
  typed: new Set<DefinitionAt>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
