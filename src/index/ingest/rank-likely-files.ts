// Ranks files by how likely they matter to a request: by their path, and by how often their raw text contains the needles. It decides
// the order of indexing only: answers are ranked over analysed files. A pure function.

import type { FileHints } from "../project-index.ts";

/** How often one file's text contains each needle, in the order of the needles; each count is at most COUNT_MAX. */
export interface MatchCounts {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Null if only the path was examined. */
  readonly counts: Uint8Array | null;
}

/** BM25 saturates far below this count. */
export const COUNT_MAX = 12;

/** BM25's usual parameters; the length of a file is its size in bytes. */
const K1 = 1.2;
const B = 0.6;
/** A word in the path counts as much as two words that the text repeats without end. */
const PATH_WEIGHT = 2.2;
/** A path that was named goes before all words. */
const PLACE_WEIGHT = 100;
/** Share of the score that the farthest side file loses; the ranking of answers lowers them as well. */
const BESIDE_LOSS = 0.6;

/** How often each needle occurs in a lower-case text. */
export function countNeedles(text: string, needles: readonly string[]): Uint8Array {
  const counts = new Uint8Array(needles.length);
  needles.forEach((needle, index) => {
    let count = 0;
    for (let at = text.indexOf(needle); at >= 0 && count < COUNT_MAX; at = text.indexOf(needle, at + needle.length)) {
      count += 1;
    }
    counts[index] = count;
  });
  return counts;
}

/** Robertson's weight of a word that `containing` of `files` contain, above 0. */
const rarity = (containing: number, files: number): number =>
  Math.log(1 + (files - containing + 0.5) / (containing + 0.5));

const isAt = (path: string, place: string): boolean => path.endsWith(`/${place}`) || path.includes(`/${place}/`);

/**
 * The likely files, best first; equal ones in the order of `sightings`. Each word counts by its rarity among the files whose text was
 * seen, and by its frequency in a text of this length (BM25).
 */
export function rankLikelyFiles(hints: FileHints, sightings: readonly MatchCounts[]): string[] {
  const { needles } = hints;
  const read = sightings.filter(({ counts }) => counts !== null);
  const meanSize = read.reduce((sum, { size }) => sum + size, 0) / Math.max(1, read.length);
  const weights = needles.map((_, index) =>
    rarity(read.filter(({ counts }) => (counts?.[index] ?? 0) > 0).length, Math.max(1, read.length)),
  );
  const scored: { readonly path: string; readonly score: number }[] = [];
  for (const { path, size, counts } of sightings) {
    const folded = path.toLowerCase();
    const length = 1 - B + (B * size) / Math.max(1, meanSize);
    let score = hints.places.some((place) => isAt(`/${folded}`, place)) ? PLACE_WEIGHT : 0;
    needles.forEach((needle, index) => {
      const count = counts?.[index] ?? 0;
      const inText = (count * (K1 + 1)) / (count + K1 * length);
      score += (weights[index] ?? 0) * (inText + (folded.includes(needle) ? PATH_WEIGHT : 0));
    });
    if (score > 0 && hints.admits(path)) {
      scored.push({ path, score: score * (1 - BESIDE_LOSS * hints.sideDistance(path)) });
    }
  }
  return scored.sort((a, b) => b.score - a.score).map(({ path }) => path);
}
