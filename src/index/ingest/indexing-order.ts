// The order in which files are indexed if no request wants certain ones: recently changed files first, then source before
// side files, folder by folder. A pure function; every order gives the same index in the end.
import type { CorpusFile } from "../../project/corpus.ts";

export interface OrderBasis {
  /** Wall clock of now, milliseconds since the epoch. */
  readonly nowMs: number;
  /** How far a path is from the source, 0 to 1. */
  readonly sideDistance: (path: string) => number;
}

/** Files changed within this time are being worked on. In a fresh clone that is all of them, and the order stays as it is. */
const RECENT_MS = 7 * 24 * 3_600_000;

/** Equal ones keep their order: planUpdate's is by path, so that the documents of a folder share blocks of postings. */
export const indexingOrder = (files: readonly CorpusFile[], { nowMs, sideDistance }: OrderBasis): CorpusFile[] =>
  files
    .map((file) => ({ file, coldness: (nowMs - file.mtimeMs <= RECENT_MS ? 0 : 1) + sideDistance(file.path) }))
    .sort((a, b) => a.coldness - b.coldness)
    .map(({ file }) => file);
