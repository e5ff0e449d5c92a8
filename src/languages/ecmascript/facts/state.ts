// What the readers of JavaScript's and TypeScript's facts keep while they walk one file.
import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type * as facts from "../../../facts/read-facts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import type { DefinitionAt } from "../../../vocabulary/facts.ts";

/** A type as it stands in a comment. */
export interface DocumentedType {
  readonly text: string;
  readonly comment: NodeAt;
}

export interface State {
  /** Names that each class declares; any other name that its methods assign becomes a field as well. */
  readonly declared: Map<DefinitionAt, ReadonlySet<string>>;
  /** Names that the file has put on `window` so far. */
  readonly globals: Set<string>;
  /** The module from which the file says that its JSX comes; null where it does not say so. */
  jsx: ChainDraft;
  /** By comment: the type that it gives to what is below it. */
  readonly documented: Map<NodeAt, DocumentedType>;
}

export const openState = (): State => ({ declared: new Map(), globals: new Set(), jsx: null, documented: new Map() });

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
