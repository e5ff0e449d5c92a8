// The languages that the index reads, what it extracts from each, and how many files of a project each has.
import type { Snapshot } from "../index/snapshot.ts";
import type { Language } from "../languages/contract/language.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { semanticsOf } from "../languages/semantics.ts";

/** How a language is read, and what that makes possible, the most informative way first. */
export const READINGS = {
  links: "definitions, references and calls by grammar",
  grammar: "definitions alone by grammar",
  statements: "definitions by statements",
  marks: "definitions by the look of their lines",
  headings: "headings",
  lines: "lines only",
} as const;
export type LanguageReading = keyof typeof READINGS;

export interface LanguageRow {
  /** Null for all files without a known language. */
  readonly id: string | null;
  readonly reading: LanguageReading;
  /** The grammar is known to stumble over correct text. */
  readonly patchy: boolean;
  /** Extensions with their dot, then whole file names; those of the user's settings are among them. */
  readonly names: readonly string[];
  /** In the project. */
  readonly files: number;
  /** Those with syntax errors or not parsed in time. */
  readonly partial: number;
}

/** Those with the most files first, then as the table has them. `extensions`: a user's own, to a language's id. */
export function listLanguages(snapshot: Snapshot, extensions: Readonly<Record<string, string>>): LanguageRow[] {
  const files = new Map<string | null, { all: number; partial: number }>();
  for (const { language, parse } of snapshot.documents()) {
    const count = files.get(language) ?? { all: 0, partial: 0 };
    count.all += 1;
    count.partial += parse === "partial" ? 1 : 0;
    files.set(language, count);
  }
  const row = (language: Language | null): LanguageRow => {
    const id = language?.id ?? null;
    const { all, partial } = files.get(id) ?? { all: 0, partial: 0 };
    return { id, ...readingOf(language), names: namesOf(language, extensions), files: all, partial };
  };
  return [...LANGUAGES, null].map(row).sort((a, b) => b.files - a.files);
}

function readingOf(language: Language | null): Pick<LanguageRow, "reading" | "patchy"> {
  const reader = language?.reader;
  return {
    reading: language !== null && semanticsOf(language.id) !== undefined ? "links" : (reader?.by ?? "lines"),
    patchy: reader?.by === "grammar" && reader.profile.patchy === true,
  };
}

function namesOf(language: Language | null, extensions: Readonly<Record<string, string>>): string[] {
  if (language === null) {
    return [];
  }
  const own = Object.keys(extensions).filter((extension) => extensions[extension] === language.id);
  const theirs = language.extensions.filter((extension) => (extensions[extension] ?? language.id) === language.id);
  return [...new Set([...theirs, ...own, ...(language.fileNames ?? [])])];
}
