// Brings in the files that hold names which no indexed file has, while an index is being made: an answer from part of a project
// would otherwise be about something else. Remembers where a name was looked for, so that a name that is nowhere costs one look.
import type { CorpusSource } from "../../project/corpus.ts";
import { within } from "../wait.ts";
import type { FileQueue } from "./file-queue.ts";
import { findHolders } from "./find-holders.ts";

export interface MissingNames {
  /** Waits `NAMES_WAIT_MS` at most. CANCELLED. */
  bring(names: readonly string[], signal: AbortSignal | undefined): Promise<void>;
}

/** On top of a first answer's time, and only for a name that nothing indexed so far holds. Milliseconds. */
export const NAMES_WAIT_MS = 3_000;
/** Share of that in which files are read; the rest is for indexing what was found. */
const READ_SHARE = 0.6;
/** Names that are remembered. */
const REMEMBERED_MAX = 64;

export function openMissingNames(
  queue: FileQueue,
  source: Pick<CorpusSource, "peek">,
  flush: () => Promise<void>,
): MissingNames {
  /** By name: the files that do not hold it. */
  const looked = new Map<string, Set<string>>();

  function lookedFor(name: string): Set<string> {
    const known = looked.get(name) ?? new Set<string>();
    looked.delete(name);
    looked.set(name, known);
    for (const oldest of looked.keys()) {
      if (looked.size <= REMEMBERED_MAX) {
        break;
      }
      looked.delete(oldest);
    }
    return known;
  }

  return {
    async bring(names, signal) {
      const now = performance.now();
      const known = names.map(lookedFor);
      const added = new Set(queue.unfinishedAdded());
      // One that was written since may hold the name now.
      const paths = queue.unfinished().filter((path) => added.has(path) || !known.every((paths) => paths.has(path)));
      const { holders, read } = await findHolders({
        names,
        paths,
        source,
        untilMs: now + READ_SHARE * NAMES_WAIT_MS,
        signal,
      });
      const holding = new Set(holders);
      for (const path of paths.slice(0, read)) {
        if (!holding.has(path)) {
          for (const set of known) set.add(path);
        }
      }
      if (holders.length > 0) {
        queue.putFirst(holders);
        await within(queue.whenDone(holders), now + NAMES_WAIT_MS - performance.now(), signal);
        await flush();
      }
    },
  };
}
