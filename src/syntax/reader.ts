// How a language's text becomes an outline: by a grammar, or where there is none by headings, statements or marks.
import type { Node, Range } from "web-tree-sitter";
import type { ChunkKind } from "../vocabulary/chunk.ts";
import type { GrammarName } from "./grammars.ts";
import type { Outline } from "./outline.ts";
import type { LanguageProfile } from "./profile.ts";
import type { ProseStyle } from "./prose.ts";
import type { Source } from "./source.ts";

/** A stretch of a text in another language, such as a script in a page. */
export interface Embedded {
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  readonly range: Range;
}

export interface EmbeddedParts {
  readonly parts: readonly Embedded[];
  /** The part that no grammar reads, in plain words; null if there is none. */
  readonly unread: string | null;
}

export interface GrammarReader {
  readonly by: "grammar";
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  /** Finds what is written in other languages inside. */
  readonly embeds?: (root: Node) => EmbeddedParts;
  /** What the grammar takes for plain text although the language gives it a meaning. */
  readonly blindTo?: string;
}

export type Reader =
  | GrammarReader
  | { readonly by: "headings"; readonly style: ProseStyle }
  | { readonly by: "statements"; readonly outline: (source: Source) => Outline }
  | MarksReader;

/** For languages without a grammar to be had. */
export interface MarksReader {
  readonly by: "marks";
  /** Matches a line that starts a part, with its name as the only group, or as the group `name` beside one of `kinds`. */
  readonly pattern: RegExp;
  readonly kind: ChunkKind;
  /** By the group `word`, in lower case: of what is of another kind. */
  readonly kinds?: Readonly<Record<string, ChunkKind>>;
  /** Matches a line that ends a definition which starts at the same column; without it one ends where the next starts. */
  readonly ends?: RegExp;
}

/** What reading a text needs of its language. */
export interface ReadLanguage {
  /** Identifier in filters and answers. */
  readonly id: string;
  readonly reader: Reader;
}

/** The usual reader of a language with a grammar: `tree-sitter-<name>`. */
export const grammar = (name: string, profile: LanguageProfile): GrammarReader => ({
  by: "grammar",
  grammar: `tree-sitter-${name}`,
  profile,
});
