// What a language is to structural patterns: the grammars that read a pattern, and the languages whose files may hold its code.
import type { GrammarName } from "../syntax/grammars.ts";
import type { Language } from "./contract/language.ts";
import { LANGUAGES } from "./registry.ts";

export interface PatternLanguage {
  readonly id: string;
  readonly grammars: readonly GrammarName[];
  /** Identifiers of the languages table. */
  readonly fileLanguages: readonly string[];
}

/** What pages have scripts and styles in. */
const EMBEDDED: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx", "css", "scss"]);

/** What is beside code of any language, and is not meant where none is named. */
const BESIDE_CODE: ReadonlySet<string> = new Set(["json", "yaml", "toml", "xml", "properties", "css", "scss"]);

const grammarOf = ({ reader }: Language): GrammarName | null => (reader.by === "grammar" ? reader.grammar : null);

/** Null for a language without a grammar, or none at all. */
export function patternLanguage(id: string): PatternLanguage | null {
  const ids = [id, ...LANGUAGES.filter(({ dialectOf }) => dialectOf === id).map((dialect) => dialect.id)];
  const grammars = LANGUAGES.filter((one) => ids.includes(one.id)).flatMap((one) => grammarOf(one) ?? []);
  const pages = EMBEDDED.has(id)
    ? LANGUAGES.filter(({ reader }) => reader.by === "grammar" && reader.embeds !== undefined).map((one) => one.id)
    : [];
  return grammars.length === 0 ? null : { id, grammars, fileLanguages: [...ids, ...pages] };
}

/** Identifiers of languages that files of these languages may be searched for, dialects under the language that they belong to. */
export function languagesMeant(fileLanguages: Iterable<string>): string[] {
  const meant = new Set<string>();
  for (const id of fileLanguages) {
    const language = LANGUAGES.find((one) => one.id === id);
    const isPage = language?.reader.by === "grammar" && language.reader.embeds !== undefined;
    if (
      language !== undefined &&
      grammarOf(language) !== null &&
      !isPage &&
      !BESIDE_CODE.has(language.dialectOf ?? id)
    ) {
      meant.add(language.dialectOf ?? id);
    }
  }
  return [...meant].sort();
}
