// Escapes names in the lines of a text answer: characters in a repository's names that would end a line, or hide or reorder
// text. Source between fences is not changed.
import { escapeUnseen, escapeUnseenInJson, formatNumber } from "../../vocabulary/shown-text.ts";

const FENCE = /^`{3,}$/;

/** The text with all of these escaped, including line breaks, but for tabs: for text without source. */
export const plainText = (text: string): string => escapeUnseen(text, "\t");

/** JSON in which all of these are escaped as JSON escapes them. */
export const plainJson = (value: unknown): string => escapeUnseenInJson(JSON.stringify(value));

export function textLines(lines: readonly string[]): string {
  let fence = "";
  return lines
    .map((line) => {
      const isSource = fence !== "";
      if (isSource ? line === fence : FENCE.test(line)) {
        fence = isSource ? "" : line;
      }
      return isSource ? line : plainText(line);
    })
    .join("\n");
}

// How often each of some words occurs, as fields and as text.

/** In order of first occurrence. */
export function countsOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) {
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

/** `9 exact, 2 constrained`; "" for none. */
export const renderCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([word, count]) => `${formatNumber(count)} ${word}`)
    .join(", ");
