// What a request looks for, and how much a file promises to hold of it: by its path and by how often its raw text has the
// beginnings of the words. An order of work only: what is answered is ranked over what was analysed. Reads nothing.

/** What a request says of the files it wants, before anything is known of them. */
export interface Sought {
  /** Beginnings of words in lower case, as they stand in a text: `pars` for parse and parsing. Each once. */
  readonly needles: readonly string[];
  /** Names as they are written that the request is about: an answer without any file that holds one may be about something else. */
  readonly names: readonly string[];
  /** Endings of paths, or folders, that the request names; in lower case. */
  readonly places: readonly string[];
  /** Whether the request's filter lets the path in. */
  admits(path: string): boolean;
  /** How far beside what is asked for a path lies: 0 for the source itself, up to 1 for tests, prose, generated files. */
  beside(path: string): number;
}

/** What was seen of one file: how often each needle stands in its text, at most COUNT_MAX, in the order of the needles. */
export interface Sighting {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Null where only the path was looked at. */
  readonly counts: Uint8Array | null;
}

/** More of one word says little more: BM25 saturates far below. */
export const COUNT_MAX = 12;

/** BM25's usual parameters; the length of a file is its size in bytes. */
const K1 = 1.2;
const B = 0.6;
/** A word in the path is worth as much as a word that the text repeats without end, twice. */
const PATH_WEIGHT = 2.2;
/** A path that was named goes before all words. */
const PLACE_WEIGHT = 100;
/** Share that a file farthest beside the source loses: the ranking holds such files back as well. */
const BESIDE_LOSS = 0.6;

/** How often each needle stands in a text of lower case. */
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

/** Robertson's weight of a word that `holders` of `files` hold, above 0. */
const rarity = (holders: number, files: number): number => Math.log(1 + (files - holders + 0.5) / (holders + 0.5));

const isAt = (path: string, place: string): boolean => path.endsWith(`/${place}`) || path.includes(`/${place}/`);

/**
 * The files that promise something, the most first; of equals the order given. Each word counts by how rare it is among
 * the files whose text was seen, and by how often a text of this length has it (BM25).
 */
export function mostPromising(sought: Sought, sightings: readonly Sighting[]): string[] {
  const { needles } = sought;
  const read = sightings.filter(({ counts }) => counts !== null);
  const meanSize = read.reduce((sum, { size }) => sum + size, 0) / Math.max(1, read.length);
  const weights = needles.map((_, index) =>
    rarity(read.filter(({ counts }) => (counts?.[index] ?? 0) > 0).length, Math.max(1, read.length)),
  );
  const scored: { readonly path: string; readonly score: number }[] = [];
  for (const { path, size, counts } of sightings) {
    const folded = path.toLowerCase();
    const length = 1 - B + (B * size) / Math.max(1, meanSize);
    let score = sought.places.some((place) => isAt(`/${folded}`, place)) ? PLACE_WEIGHT : 0;
    needles.forEach((needle, index) => {
      const count = counts?.[index] ?? 0;
      const inText = (count * (K1 + 1)) / (count + K1 * length);
      score += (weights[index] ?? 0) * (inText + (folded.includes(needle) ? PATH_WEIGHT : 0));
    });
    if (score > 0 && sought.admits(path)) {
      scored.push({ path, score: score * (1 - BESIDE_LOSS * sought.beside(path)) });
    }
  }
  return scored.sort((a, b) => b.score - a.score).map(({ path }) => path);
}
