// What the readers of C#'s facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";

export interface State extends HasDocComment {
  /** Receiver of the enclosing `?.`. */
  receiver: ChainDraft;
  /** The type that a `new()` without one makes here. */
  expected: ChainDraft;
  /** The value that the enclosing pattern is matched against. */
  matched: ChainDraft;
}

export const openState = (): State => ({ docComment: null, receiver: null, expected: null, matched: null });

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
