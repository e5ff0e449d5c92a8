// Reading of files that the corpus admits, a few at a time. Knows no hits.
import type { CorpusSource, ReadOutcome } from "../../project/corpus.ts";
import { Failure } from "../../vocabulary/failure.ts";

/** Files read at the same time: a disk is kept busy, and no more than these are in memory whole. */
const READS_MAX = 8;

/** Null where the corpus no longer admits the path: it was removed, or became a link, since it was indexed. */
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

/** Calls `work` for each value, READS_MAX at a time. */
export async function forEachInTurn<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const queue = values.values();
  const worker = async () => {
    for (const value of queue) {
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: READS_MAX }, worker));
}
