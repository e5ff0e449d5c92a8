// Plain BM25 (Robertson and Zaragoza, 2009) over texts as they stand: lower-case words, no stems, no stop words, no split
// identifiers. What any search library gives; knows nothing of code.

const K1 = 1.5;
const B = 0.75;

/** Runs of letters and digits, in lower case. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function countWords(text: string): { readonly counts: ReadonlyMap<string, number>; readonly length: number } {
  const counts = new Map<string, number>();
  const words = plainWords(text);
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, length: words.length };
}

/** Answers a function that scores every text, in their order, for a query; 0 where they share no word. */
export function openBm25(texts: readonly string[]): (query: string) => number[] {
  const counted = texts.map(countWords);
  const words = counted.reduce((total, { length }) => total + length, 0);
  const meanLength = words === 0 ? 1 : words / counted.length;
  const holders = new Map<string, number>();
  for (const { counts } of counted) {
    for (const word of counts.keys()) {
      holders.set(word, (holders.get(word) ?? 0) + 1);
    }
  }
  const rarity = (word: string): number => {
    const held = holders.get(word) ?? 0;
    return Math.log(1 + (texts.length - held + 0.5) / (held + 0.5));
  };
  return (query) => {
    const asked = [...new Set(plainWords(query))].map((word) => ({ word, weight: rarity(word) }));
    return counted.map(({ counts, length }) =>
      asked.reduce((score, { word, weight }) => {
        const count = counts.get(word) ?? 0;
        return score + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
      }, 0),
    );
  };
}
