// What the readers of Kotlin's facts keep while they walk one file.

import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** Definitions whose members need no instance: companions and objects. */
  objects: new Set<DefinitionAt>(),
  /** A class's companion, whose members are reached by the name of the class. */
  companions: new Map<DefinitionAt, DefinitionAt>(),
  /** Ordinals of imports, by the name that each binds. */
  imported: new Map<string, number>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
