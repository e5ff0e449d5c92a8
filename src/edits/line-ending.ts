// Line endings of inserted text: a file keeps the one that it uses.

export type LineEnding = "\n" | "\r\n" | "\r";

/** The ending that most lines of the text have; of two that are equally frequent, the one that occurs first; `\n` where there is none. */
export function dominantLineEnding(text: string): LineEnding {
  const counts = new Map<string, number>();
  for (const [ending] of text.matchAll(/\r\n|\n|\r/g)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  let [dominant, most] = ["\n", 0];
  for (const [ending, count] of counts) if (count > most) [dominant, most] = [ending, count];
  return dominant as LineEnding;
}

/** The text with each of its line endings replaced: `withLineEnding("a\r\nb\n", "\n")` is `"a\nb\n"`. */
export const withLineEnding = (text: string, ending: LineEnding): string => text.replace(/\r\n|\n|\r/g, ending);
