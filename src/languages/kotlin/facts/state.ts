// What the readers of Kotlin's facts keep while they walk one file.

import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

export interface State extends HasDocComment {
  /** Definitions whose members need no instance: companions and objects. */
  readonly objects: Set<DefinitionAt>;
  /** A class's companion, whose members are reached by the name of the class. */
  readonly companions: Map<DefinitionAt, DefinitionAt>;
  /** Ordinals of imports, by the name that each binds. */
  readonly imported: Map<string, number>;
}

export const openState = (): State => ({
  docComment: null,
  objects: new Set(),
  companions: new Map(),
  imported: new Map(),
});

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
