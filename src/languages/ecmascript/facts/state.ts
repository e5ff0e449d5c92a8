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

export const openState = () => ({
  /** Names that each class declares; any other name that its methods assign becomes a field as well. */
  declared: new Map<DefinitionAt, ReadonlySet<string>>(),
  /** Names that the file has put on `window` so far. */
  globals: new Set<string>(),
  /** The module from which the file says that its JSX comes; null where it does not say so. */
  jsx: null as ChainDraft,
  /** By comment: the type that it gives to what is below it. */
  documented: new Map<NodeAt, DocumentedType>(),
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
