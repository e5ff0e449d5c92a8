// In which order raw texts are read where there may not be time for all: what the request names, then paths with its words, then what is
// being worked on, source before tests and prose, and what lies near the root. A pure function.
import type { CorpusFile } from "../../project/corpus.ts";

export interface ReadingHints {
  /** Beginnings of words in lower case. */
  readonly needles: readonly string[];
  /** Endings of paths, or folders, in lower case. */
  readonly places: readonly string[];
  /** How far a path is from what is asked for, 0 to 1. */
  sideDistance(path: string): number;
}

/** Files changed within this time are being worked on; in a fresh clone that is all of them. */
const RECENT_MS = 7 * 24 * 3_600_000;
/** Fewer files are read in any order: they take a few milliseconds. */
const ORDERED_FROM = 400;

const PLACE = 100;
const NEEDLE = 4;
const RECENT = 2;
const BESIDE = 6;
const FOLDER = 0.3;

export function readingOrder(
  files: readonly CorpusFile[],
  { needles, places, sideDistance }: ReadingHints,
  nowMs: number,
): readonly CorpusFile[] {
  if (files.length < ORDERED_FROM) {
    return files;
  }
  const promise = ({ path, mtimeMs }: CorpusFile): number => {
    const folded = path.toLowerCase();
    const depth = path.split("/").length;
    return (
      (places.some((place) => isAt(`/${folded}`, place)) ? PLACE : 0) +
      NEEDLE * needles.filter((needle) => folded.includes(needle)).length +
      (nowMs - mtimeMs <= RECENT_MS ? RECENT : 0) -
      BESIDE * sideDistance(path) -
      FOLDER * depth
    );
  };
  return files
    .map((file) => ({ file, promise: promise(file) }))
    .sort((a, b) => b.promise - a.promise)
    .map(({ file }) => file);
}

/** Whether the path, with a slash before it, is the place or below it. */
export const isAt = (path: string, place: string): boolean =>
  path.endsWith(`/${place}`) || path.includes(`/${place}/`);
