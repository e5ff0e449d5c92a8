// Finds files that contain names which are in no indexed file, by searching the raw bytes of files that are not indexed yet. This
// changes the order of work only; what it reads is never part of an answer.
import type { CorpusSource } from "../../project/corpus.ts";
import { openSlicer } from "../../system/slices.ts";

export interface NameSearch {
  /** A name with a capital letter is matched exactly, any other in any case. */
  readonly names: readonly string[];
  /** Paths in the order in which they are read. */
  readonly paths: readonly string[];
  readonly source: Pick<CorpusSource, "peek">;
  /** On the clock of performance.now(): no file is read after this. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A larger file is data that a user chose to index. */
const READ_BYTES_MAX = 4 * 1024 * 1024;
/** Files between two checks of the clock. */
const FILES_PER_LOOK = 8;
/** If more files contain a name, any order finds it soon. */
const FOUND_MAX = 40;

/** The files that contain any of the names, and how many files were read. Throws CANCELLED if the signal is aborted. */
export async function findFilesWithNames(
  search: NameSearch,
): Promise<{ readonly found: string[]; readonly read: number }> {
  const { names, paths, source, untilMs, signal } = search;
  const slicer = openSlicer(signal);
  const containsAny = containsAnyOf(names);
  const found: string[] = [];
  let read = 0;
  for (const path of paths) {
    if (read % FILES_PER_LOOK === 0) {
      await slicer.yieldIfDue();
      if (performance.now() >= untilMs) {
        break;
      }
    }
    const bytes = source.peek(path, READ_BYTES_MAX);
    if (bytes !== null && containsAny(bytes)) {
      found.push(path);
    }
    read += 1;
    if (found.length >= FOUND_MAX) {
      break;
    }
  }
  return { found, read };
}

/** Bytes are compared as they are where that will do: folding a whole project takes several times as long. */
function containsAnyOf(names: readonly string[]): (bytes: Buffer) => boolean {
  const exact = names.filter((name) => name !== name.toLowerCase()).map((name) => Buffer.from(name));
  // One character a byte, of the names too: characters beyond ASCII match in their own case only.
  const folded = names
    .filter((name) => name === name.toLowerCase())
    .map((name) => Buffer.from(name).toString("latin1").toLowerCase());
  return (bytes) => {
    if (exact.some((needle) => bytes.includes(needle))) {
      return true;
    }
    const text = folded.length === 0 ? "" : bytes.toString("latin1").toLowerCase();
    return folded.some((needle) => text.includes(needle));
  };
}
