// A text as its distinct words. A vector is the mean over all tokens, and two fifths of a chunk's tokens repeat a word: each runs through the
// model once, and counts by the square root of how often it stands there (docs/inside/models.md).

export interface CountedWord {
  /** As it stands first. */
  readonly word: string;
  readonly count: number;
}

/** In the order in which they stand first; words that differ in case alone are one. */
export function countedWords(text: string): readonly CountedWord[] {
  const words = new Map<string, { readonly word: string; count: number }>();
  for (const [word] of text.matchAll(/\S+/g)) {
    const folded = word.toLowerCase();
    const known = words.get(folded);
    if (known === undefined) {
      words.set(folded, { word, count: 1 });
    } else {
      known.count += 1;
    }
  }
  return [...words.values()];
}
