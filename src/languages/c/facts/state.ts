// What the readers of C's and C++'s facts keep while they walk one file.

import type { ChainDraft } from "../../../facts/chain-drafts.ts";
import type { HasDocComment } from "../../../facts/doc-comments.ts";
import type * as facts from "../../../facts/read-facts.ts";
import { type DefinitionAt, FILE } from "../../../vocabulary/facts.ts";

export const openState = (callsConstructors: boolean) => ({
  docComment: null as HasDocComment["docComment"],
  /** The enclosing classes, the innermost last: inside, their own names are the class, not its constructor. */
  classes: [] as { readonly name: string; readonly of: ChainDraft }[],
  /** Classes of other files whose members are here, by the name written before them. */
  otherClasses: new Map<string, number>(),
  /** Structs, unions and enums of the file by their tags, as far as it is read. */
  tags: new Map<string, ChainDraft>(),
  /** By class: the macros that stand alone in its body and contribute fields. */
  embeds: new Map<DefinitionAt, ChainDraft[]>(),
  /** The macro whose text is read as fields. */
  fieldsOf: FILE,
  /** By macro of the file: the places of its parameters that are members in its text. */
  memberParameters: new Map<string, ReadonlySet<number>>(),
  /** Flag of what is declared next in the enclosing class. */
  access: 0,
  /** Whether a declaration with arguments calls a constructor: `Store store(name);` in C++. */
  callsConstructors,
  /** Type parameters of the template that is declared next. */
  parameters: [] as readonly string[],
});

export type State = ReturnType<typeof openState>;

export type Walk = facts.Walk<State>;
export type Visitor = facts.Visitor<State>;
export type Reading = facts.Reading<State>;
