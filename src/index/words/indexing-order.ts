// The order in which files are indexed where nobody asks for certain ones: the recently changed first, then source before
// what lies beside it, folder by folder. A pure function; any order gives the same index in the end.
import type { CorpusFile } from "../../project/corpus.ts";

export interface OrderBasis {
  /** Wall clock of now, milliseconds since the epoch. */
  readonly nowMs: number;
  /** How far beside the source a path lies, 0 to 1. */
  readonly beside: (path: string) => number;
}

/** What was changed within so many milliseconds is being worked on. In a fresh clone that is all of it, and says nothing. */
const RECENT_MS = 7 * 24 * 3_600_000;

/** Of equals the order given: planUpdate's is by path, so that the documents of a folder share blocks of postings. */
export function indexingOrder(files: readonly CorpusFile[], { nowMs, beside }: OrderBasis): CorpusFile[] {
  return files
    .map((file) => ({ file, coldness: (nowMs - file.mtimeMs <= RECENT_MS ? 0 : 1) + beside(file.path) }))
    .sort((a, b) => a.coldness - b.coldness)
    .map(({ file }) => file);
}
