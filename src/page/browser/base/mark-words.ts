// Marks the words of a question in a line of source, whatever their case, also inside longer names.
import { type Child, h } from "./dom.ts";

/** Shorter words are not marked: they are in nearly every line. */
const LETTERS_MIN = 4;

/** The words to mark, longest first. */
export const wordsOf = (query: string): string[] =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])]
    .filter((word) => word.length >= LETTERS_MIN)
    .sort((a, b) => b.length - a.length);

export function markWords(line: string, words: readonly string[]): Child[] {
  if (words.length === 0) {
    return [line];
  }
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "")).join("|")})`, "giu");
  return line.split(pattern).map((part, at) => (at % 2 === 1 ? h("mark", {}, part) : part));
}
