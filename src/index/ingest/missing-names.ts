// While an index is being built, indexes first the files that contain names which no indexed file has, since an answer from a part
// of the project would otherwise be about something else. Remembers which files lack a name, so that a name that does not exist
// costs one search.
import type { CorpusSource } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import type { FileQueue } from "./file-queue.ts";
import { peekFiles } from "./peek-files.ts";

/** In addition to the time of a first answer, and only for a name that no indexed file contains. Milliseconds. */
const NAMES_WAIT_MS = 3_000;
/** Share of that time for reading files; the rest is for indexing those that were found. */
const READ_SHARE = 0.6;
/** A larger file is data that a user chose to index. */
const READ_BYTES_MAX = 4 * 1024 * 1024;
/** If more files contain a name, any order finds it soon. */
const FOUND_MAX = 40;
/** Names that are remembered. */
const REMEMBERED_MAX = 64;

export class MissingNames {
  readonly #queue: FileQueue;
  readonly #source: Pick<CorpusSource, "peek">;
  readonly #flush: () => Promise<void>;
  /** By name: files that do not contain it. */
  readonly #filesWithout = new Map<string, Set<string>>();

  constructor(queue: FileQueue, source: Pick<CorpusSource, "peek">, flush: () => Promise<void>) {
    this.#queue = queue;
    this.#source = source;
    this.#flush = flush;
  }

  /** Waits `NAMES_WAIT_MS` at most. A name with a capital letter is matched exactly, any other in any case. CANCELLED. */
  async index(names: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queue;
    const now = performance.now();
    const without = names.map((name) => this.#remembered(name));
    const added = new Set(queue.unfinishedAdded());
    // A file that was written since may contain the name now.
    const paths = queue.unfinished().filter((path) => added.has(path) || !without.every((paths) => paths.has(path)));
    const containsAny = containsAnyOf(names);
    const found: string[] = [];
    const limits = { bytesMax: READ_BYTES_MAX, untilMs: now + READ_SHARE * NAMES_WAIT_MS, signal };
    await peekFiles(paths, { source: this.#source, ...limits }, (path, bytes) => {
      if (bytes !== null && containsAny(bytes)) {
        found.push(path);
      } else {
        for (const set of without) set.add(path);
      }
      return found.length < FOUND_MAX;
    });
    if (found.length > 0) {
      queue.putFirst(found);
      await within(queue.whenDone(found), now + NAMES_WAIT_MS - performance.now(), signal);
      await this.#flush();
    }
  }

  #remembered(name: string): Set<string> {
    const known = this.#filesWithout.get(name) ?? new Set<string>();
    this.#filesWithout.delete(name);
    this.#filesWithout.set(name, known);
    const [oldest] = this.#filesWithout.size > REMEMBERED_MAX ? this.#filesWithout.keys() : [];
    this.#filesWithout.delete(oldest ?? "");
    return known;
  }
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
