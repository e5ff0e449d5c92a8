// In which order raw texts are read where there may not be time for all: what the request names, then paths with its rarer words, then
// what is being worked on; source before tests, prose and data, what lies near the root, and the small before the large. A pure function.
import type { CorpusFile } from "../../project/corpus.ts";

export interface ReadingHints {
  /** Beginnings of words in lower case. */
  readonly needles: readonly string[];
  /** Endings of paths, or folders, in lower case. */
  readonly places: readonly string[];
  /** How far a path is from what is asked for, 0 to 1. */
  sideDistance(path: string): number;
  /** Whether a file of this name is code, whose references can be followed. */
  isCode(path: string): boolean;
}

/** Files changed within this time are being worked on; in a fresh clone that is all of them. */
const RECENT_MS = 7 * 24 * 3_600_000;
/** Fewer files are read in any order: they take a few milliseconds. */
const ORDERED_FROM = 400;

const PLACE = 100;
/** For a word that few paths have; less the more have it. */
const NEEDLE = 4;
const RECENT = 2;
const CODE = 4;
const BESIDE = 6;
const FOLDER = 0.3;
/** For each doubling of the size beyond that of most files of source. */
const DOUBLED = 2;
const SIZE_OF_SOURCE = 65_536;

export function readingOrder(
  files: readonly CorpusFile[],
  { needles, places, sideDistance, isCode }: ReadingHints,
  nowMs: number,
): readonly CorpusFile[] {
  if (files.length < ORDERED_FROM) {
    return files;
  }
  const folded = files.map(({ path }) => path.toLowerCase());
  const worth = needles.map((needle) => {
    const having = folded.reduce((count, path) => count + (path.includes(needle) ? 1 : 0), 0);
    return (NEEDLE * Math.log((files.length + 1) / (having + 1))) / Math.log(files.length + 1);
  });
  const promise = ({ path, size, mtimeMs }: CorpusFile, own: string): number => {
    const depth = path.split("/").length;
    return (
      (places.some((place) => isAt(`/${own}`, place)) ? PLACE : 0) +
      needles.reduce((sum, needle, at) => sum + (own.includes(needle) ? (worth[at] ?? 0) : 0), 0) +
      (isCode(path) ? CODE : 0) +
      (nowMs - mtimeMs <= RECENT_MS ? RECENT : 0) -
      BESIDE * sideDistance(path) -
      FOLDER * depth -
      DOUBLED * Math.max(0, Math.log2(size / SIZE_OF_SOURCE))
    );
  };
  return files
    .map((file, at) => ({ file, promise: promise(file, folded[at] ?? "") }))
    .sort((a, b) => b.promise - a.promise)
    .map(({ file }) => file);
}

/** Whether the path, with a slash before it, is the place or below it. */
export const isAt = (path: string, place: string): boolean => path.endsWith(`/${place}`) || path.includes(`/${place}/`);
