// How the uses of a definition are written once it is in another package or module: a language decides use by use, at exact places.
import type { Lookup } from "../../linking/lookup.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Chain } from "../../vocabulary/chain.ts";
import type { DefinitionAt, DefinitionFact, Facts, Role } from "../../vocabulary/facts.ts";
import type {
  ImportedName,
  ImportingText,
  ImportStatement,
  Replacement,
  Span,
  WantedImport,
} from "./import-statements.ts";

/** A definition that a use means. */
export interface MeantDefinition {
  readonly path: string;
  readonly at: DefinitionAt;
  readonly definition: DefinitionFact;
  /** Whether it is what moves, or a part of that. */
  readonly isOwn: boolean;
}

/** One use of a name. */
export interface PlacedUse {
  /** Of the name: 0-based, in UTF-16 units. */
  readonly offset: number;
  readonly name: string;
  readonly role: Role;
  /** As in the facts of its file; null for a member of an unknown value. */
  readonly of: Chain | null;
  /** Empty for what no file of the project defines, and for what is not known. */
  readonly meant: readonly MeantDefinition[];
}

export interface PlacedText extends ImportingText {
  /** Their lines are offsets. */
  readonly facts: Facts;
  /** Of the source all; of other files those of what moves and of its members. */
  readonly uses: readonly PlacedUse[];
}

/** A definition on its way. */
export interface BetweenMove {
  readonly definition: DefinitionFact;
  /** Ordinals in the source: what moves, and what goes with it. */
  readonly own: ReadonlySet<DefinitionAt>;
  /** Of the source, with comments and attributes. */
  readonly pieces: readonly Span[];
  readonly source: PlacedText;
  /** Without text where it is made. */
  readonly destination: PlacedText;
  readonly isNew: boolean;
  /** Other files that use it or its members. */
  readonly users: readonly PlacedText[];
  /** Whether what it needs may be made visible. */
  readonly exportNeeded: boolean;
  /** Over the project as it is; facts of the files above have offsets for lines. */
  readonly lookup: Lookup;
  /** Whether a type extends another one, over any number of types between them. */
  isBelow(type: Place, above: Place): boolean;
}

/** What a language decides. Offsets are those of the file as it is; in the pieces of the source they go with the text. */
export interface MoveEdits {
  replace(file: PlacedText, replacement: Replacement): void;
  /** Once for each local name. */
  want(file: PlacedText, wanted: WantedImport): void;
  remove(file: PlacedText, statement: ImportStatement, name: ImportedName): void;
  /** New text uses it, even where nothing else does. */
  keep(statement: ImportStatement): void;
  /** `offset`: null for no place in particular. */
  refuse(file: PlacedText, offset: number | null, message: string, remedy: string): void;
  leave(file: PlacedText, offset: number, why: string): void;
}

export interface MoveBetween {
  /** Whether a move to this file is one between packages or modules; else it is one within a package. */
  applies(from: string, to: string, lookup: Lookup): boolean;
  /** Other files that may use what is not visible everywhere. */
  neighbours(path: string, lookup: Lookup): readonly string[];
  /** Further outermost definitions of the file that go with one: its methods. */
  attached(facts: Facts, definition: DefinitionFact): readonly DefinitionAt[];
  /** Whether the neighbours are read that define what the source names, since modifiers decide what it may still use. */
  readonly readsNeeded?: boolean;
  /** How a new file begins, with a blank line after it; `refused` says why it cannot be made. */
  header(source: ImportingText, to: string, lookup: Lookup): string | { readonly refused: string };
  /** Whether a file goes in which nothing but imports and comments remains. */
  readonly deletesEmptied: boolean;
  /** Has every use follow, or refuses. */
  follow(move: BetweenMove, edits: MoveEdits): void;
}

export const isInside = (spans: readonly Span[], offset: number): boolean =>
  spans.some(({ start, end }) => start <= offset && offset < end);
