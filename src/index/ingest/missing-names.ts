// While an index is being built, indexes first the files that contain names which no indexed file has, since an answer from a part
// of the project would otherwise be about something else. Remembers which files lack a name, so that a name that does not exist
// costs one search.
import type { CorpusSource } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import type { FileQueue } from "./file-queue.ts";
import { findFilesWithNames } from "./find-files-with-names.ts";

export interface MissingNames {
  /** Waits `NAMES_WAIT_MS` at most. CANCELLED. */
  index(names: readonly string[], signal: AbortSignal | undefined): Promise<void>;
}

/** In addition to the time of a first answer, and only for a name that no indexed file contains. Milliseconds. */
const NAMES_WAIT_MS = 3_000;
/** Share of that time for reading files; the rest is for indexing those that were found. */
const READ_SHARE = 0.6;
/** Names that are remembered. */
const REMEMBERED_MAX = 64;

export function openMissingNames(
  queue: FileQueue,
  source: Pick<CorpusSource, "peek">,
  flush: () => Promise<void>,
): MissingNames {
  /** By name: files that do not contain it. */
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
    async index(names, signal) {
      const now = performance.now();
      const known = names.map(lookedFor);
      const added = new Set(queue.unfinishedAdded());
      // A file that was written since may contain the name now.
      const paths = queue.unfinished().filter((path) => added.has(path) || !known.every((paths) => paths.has(path)));
      const { found, read } = await findFilesWithNames({
        names,
        paths,
        source,
        untilMs: now + READ_SHARE * NAMES_WAIT_MS,
        signal,
      });
      const containing = new Set(found);
      for (const path of paths.slice(0, read)) {
        if (!containing.has(path)) {
          for (const set of known) set.add(path);
        }
      }
      if (found.length > 0) {
        queue.putFirst(found);
        await within(queue.whenDone(found), now + NAMES_WAIT_MS - performance.now(), signal);
        await flush();
      }
    },
  };
}
