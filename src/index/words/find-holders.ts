// Finds the files that hold names which stand in no indexed file, in the raw bytes of those that are not indexed yet. Decides an
// order of work and nothing else; what it sees is never part of an answer.
import type { CorpusSource } from "../../project/corpus.ts";
import { openPace } from "../../project/pace.ts";

export interface HolderSearch {
  /** One with a capital is found as it is written, others in any case. */
  readonly names: readonly string[];
  /** Paths in the order in which they are read. */
  readonly paths: readonly string[];
  readonly source: Pick<CorpusSource, "peek">;
  /** By performance.now(): no further file is read. */
  readonly untilMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A file of more bytes is data that somebody chose to have indexed. */
const READ_BYTES_MAX = 4 * 1024 * 1024;
/** Files between two looks at the clock. */
const FILES_PER_LOOK = 8;
/** A name that so many files hold is found soon in any order. */
const HOLDERS_MAX = 40;

/** The files that hold any of the names, and how many were read. CANCELLED where the signal says so. */
export async function findHolders(
  search: HolderSearch,
): Promise<{ readonly holders: string[]; readonly read: number }> {
  const { names, paths, source, untilMs, signal } = search;
  const pace = openPace(signal);
  const isHeldBy = heldBy(names);
  const holders: string[] = [];
  let read = 0;
  for (const path of paths) {
    if (read % FILES_PER_LOOK === 0) {
      await pace.breathe();
      if (performance.now() >= untilMs) {
        break;
      }
    }
    const bytes = source.peek(path, READ_BYTES_MAX);
    if (bytes !== null && isHeldBy(bytes)) {
      holders.push(path);
    }
    read += 1;
    if (holders.length >= HOLDERS_MAX) {
      break;
    }
  }
  return { holders, read };
}

/** Bytes are compared as they are where that will do: folding a whole project takes several times as long. */
function heldBy(names: readonly string[]): (bytes: Buffer) => boolean {
  const exact = names.filter((name) => name !== name.toLowerCase()).map((name) => Buffer.from(name));
  // One character a byte, of the names too: what is not ASCII is found in its own case.
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
