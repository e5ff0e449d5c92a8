// What the readers of Java's facts keep while they walk one file.

import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";

/** Names that are declared in a class or a method. */
export interface Frame {
  readonly variables: Map<string, string>;
  /** The type that methods of the name return; UNSEEN where overloads differ. */
  readonly methods: Map<string, string>;
  /** Class of the frame; null for a method's. */
  readonly owner: string | null;
}

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** Names that the file imports from elsewhere than Java's own packages. */
  imported: new Set<string>(),
  /** The enclosing classes and methods, the innermost last. */
  frames: [] as Frame[],
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
