// How a language's text becomes an outline: by a grammar, or where there is none by headings, statements or marks.
import type { Node, Range } from "web-tree-sitter";
import type { GrammarName } from "./grammars.ts";
import type { Marks } from "./marks.ts";
import type { Outline } from "./outline.ts";
import type { LanguageProfile } from "./profile.ts";
import type { ProseStyle } from "./prose.ts";
import type { Source } from "./source.ts";
import type { Woven } from "./woven.ts";

/** A stretch of a text in another language, such as a script in a page. */
export interface Embedded {
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  readonly range: Range;
  /** Whether it is read as the text has it, although the grammar around it must not see it. */
  readonly isApart?: true;
}

export interface EmbeddedParts {
  readonly parts: readonly Embedded[];
  /** The part that no grammar reads, in plain words; null if there is none. */
  readonly unread: string | null;
}

/** The code of a template as a program of its own. */
export interface TemplateProgram extends Woven {
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  /** Whether a definition that is in no other is one of the file, by the type of its node. */
  readonly isDefined: (type: string) => boolean;
}

export interface GrammarReader {
  readonly by: "grammar";
  readonly grammar: GrammarName;
  readonly profile: LanguageProfile;
  /** Finds what is written in other languages inside. */
  readonly embeds?: (root: Node, text: string) => EmbeddedParts;
  /** What is in the text instead of what its grammar sees: the code and the prose that data holds. */
  readonly outline?: (source: Source) => Outline;
  /** The program that the code of a template makes, from the tree of its markup, its text and what is embedded in it; null for none. */
  readonly program?: (root: Node, text: string, parts: readonly Embedded[]) => TemplateProgram | null;
  /** What the grammar takes for plain text although the language gives it a meaning. */
  readonly blindTo?: string;
}

export type Reader =
  | GrammarReader
  /** `code`: what the code between the prose defines. */
  | { readonly by: "headings"; readonly style: ProseStyle; readonly code?: (source: Source) => Outline }
  | { readonly by: "statements"; readonly outline: (source: Source) => Outline }
  | { readonly by: "marks"; readonly marks: Marks };

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
