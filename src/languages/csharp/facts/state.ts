// What the readers of C#'s facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** Receiver of the enclosing `?.`. */
  receiver: null as ChainDraft,
  /** The type that a `new()` without one makes here. */
  expected: null as ChainDraft,
  /** The value that the enclosing pattern is matched against. */
  matched: null as ChainDraft,
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
