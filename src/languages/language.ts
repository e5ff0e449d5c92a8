// What a language is to the program: one record, which the `index.ts` of its folder gives.
import type { FactsReader } from "../facts/read-facts.ts";
import type { LinkRules } from "../linking/rules.ts";
import type { PatternSettings } from "../syntax/patterns/settings.ts";
import type { ReadLanguage } from "../syntax/reader.ts";

export interface Language extends ReadLanguage {
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names, as written. */
  readonly fileNames?: readonly string[];
  /** Interpreters on a `#!` line, without version numbers. */
  readonly interpreters?: readonly string[];
  /** How its imports, types and references are read; without it a language has definitions alone. */
  readonly facts?: FactsReader;
  /** What its names lead to. A page has those of the scripts in it. */
  readonly rules?: LinkRules;
  /** How a piece of its code is parsed that is not a whole file; a default fits most grammars. */
  readonly patterns?: PatternSettings;
  /** Folders here whose `library-members.txt` names the members of its library: its own, and one that it shares. */
  readonly libraryMembers?: readonly string[];
}
