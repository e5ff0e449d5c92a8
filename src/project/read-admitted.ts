// Reads a file that was admitted at the last refresh and may have changed since.
import { Failure } from "../vocabulary/failure.ts";
import type { CorpusSource, CorpusText, ReadOutcome } from "./corpus.ts";

/** Files to read at the same time: a disk is kept busy, and no more than these are in memory whole. */
export const READS_MAX = 8;

/** Null where the corpus no longer admits the path: it was removed or replaced by a link. */
export async function readAdmitted(corpus: CorpusSource, path: string): Promise<ReadOutcome | null> {
  try {
    return await corpus.read(path);
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return null;
    }
    throw error;
  }
}

/** The same, as far as the file still has this content; else null. */
export async function readUnchanged(
  corpus: CorpusSource,
  { path, contentHash }: { readonly path: string; readonly contentHash: string },
): Promise<CorpusText | null> {
  const read = await readAdmitted(corpus, path);
  return read === null || "excluded" in read || read.contentHash !== contentHash ? null : read;
}
