// How often each of some words occurs, as fields and as text.
import { formatNumber } from "../../vocabulary/amounts.ts";

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
