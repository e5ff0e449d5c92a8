// Reads the raw bytes of files that are not indexed yet, as long as time allows. This changes the order of work only: what it
// reads is never part of an answer.
import type { CorpusSource } from "../../project/corpus.ts";
import { openSlicer } from "../../system/slices.ts";

export interface PeekOptions {
  readonly source: Pick<CorpusSource, "peek">;
  /** The beginning of a file that is read. */
  readonly bytesMax: number;
  /** On the clock of performance.now(): no file is read after this. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Files between two checks of the clock. */
const FILES_PER_LOOK = 8;

/** Calls `visit` with each file's bytes until it returns false. Returns how many files were read. CANCELLED. */
export async function peekFiles(
  paths: Iterable<string>,
  { source, bytesMax, untilMs, signal }: PeekOptions,
  visit: (path: string, bytes: Buffer | null) => boolean,
): Promise<number> {
  const slicer = openSlicer(signal);
  let read = 0;
  for (const path of paths) {
    if (read % FILES_PER_LOOK === 0) {
      await slicer.yieldIfDue();
      if (performance.now() >= untilMs) {
        break;
      }
    }
    read += 1;
    if (!visit(path, source.peek(path, bytesMax))) {
      break;
    }
  }
  return read;
}
