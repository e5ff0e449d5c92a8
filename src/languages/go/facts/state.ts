// What the readers of Go's facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";

export const openState = () => ({
  docComment: null as HasDocComment["docComment"],
  /** What each enclosing function is declared to return, the innermost last. */
  results: [] as (readonly ChainDraft[])[],
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
