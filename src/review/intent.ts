// What a change is meant to do, in the author's words, beside what it does: which changed files the words name. By words alone, so it is
// a hint for a person and never a finding.
import { nameTerms, pathTerms, termsOf } from "../index/lexical/terms.ts";
import type { ReviewedFile } from "./contract.ts";

export interface IntentCoverage {
  readonly files: number;
  /** Paths of which no word of the intent is in their name, or in the name of a symbol that the change touches in them. */
  readonly unnamed: readonly string[];
}

export function coverageOfIntent(intent: string, files: readonly ReviewedFile[]): IntentCoverage {
  const words = new Set(termsOf(intent));
  const unnamed = files.filter((file) => !termsOfFile(file).some((term) => words.has(term)));
  return { files: files.length, unnamed: unnamed.map(({ path }) => path) };
}

function termsOfFile({ path, from, symbols }: ReviewedFile): string[] {
  const touched = [
    ...symbols.changed.map(({ after }) => after.path),
    ...symbols.added.map((symbol) => symbol.path),
    ...symbols.removed.map((symbol) => symbol.path),
  ];
  return [...pathTerms(path), ...(from === null ? [] : pathTerms(from)), ...touched.flatMap(nameTerms)];
}
