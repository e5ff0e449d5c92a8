// What a request wants first from a run that brings words: finds the promising files, puts them at the head of the queue, and
// reports when the best of them are searchable. Files written since the run began come before them. Does not run the words
// itself.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import type { FileHints } from "../project-index.ts";
import type { FileQueue } from "./file-queue.ts";
import { findLikelyFiles } from "./find-likely-files.ts";
import { type MissingNames, openMissingNames } from "./missing-names.ts";

export interface FirstFilesRequest {
  readonly hints: FileHints;
  /**
   * On the clock of performance.now(): the answer uses what is searchable by then. A run that begins late still has
   * FIRST_WAIT_MIN_MS.
   */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a searchable file contains the name. */
  readonly isIndexed: (name: string) => boolean;
}

export interface FirstFiles {
  /** Call it before a run plans. */
  started(): void;
  /** Call it when the run has its files; `flush` commits at once what has been analysed. */
  begun(queue: FileQueue, flush: () => Promise<void>): void;
  /** Files that are to be indexed by now: of a run under way, those that it was not planned with come before all others. */
  changed(files: readonly CorpusFile[]): void;
  /** Call it when the run is over, or found nothing to do. */
  ended(): void;
  /**
   * Resolves when the most promising files are searchable or time is up; at once if no run of this process has work. For names
   * that no searchable file contains then, it searches the remaining files and waits for those that contain them
   * (`NAMES_WAIT_MS`). Errors of reading a file are reported by the run.
   */
  bring(request: FirstFilesRequest): Promise<void>;
  /** The run starts no further file until every caller has called the returned function. */
  hold(): () => void;
}

interface Run {
  readonly queue: FileQueue;
  readonly flush: () => Promise<void>;
  readonly missing: MissingNames;
}

/** Number of promising files to wait for: later ones are hardly ever among the ten best hits. */
const PROMISING_MAX = 160;

/** An answer from nothing is useless: however late a run begins, files are searched and read for this time. */
const FIRST_WAIT_MIN_MS = 400;
/** Share of the time for searching files for the words; the workers start and analyse meanwhile. */
const LOOK_SHARE = 0.4;

export function openFirstFiles(source: Pick<CorpusSource, "peek">): FirstFiles {
  let current: Run | null = null;
  let known: Promise<Run | null> = Promise.resolve(null);
  let tell: (run: Run | null) => void = () => undefined;
  /** Requests that wait for a run to begin: the run starts no file before they have said which come first. */
  let waiting = 0;
  let letGo: () => void = () => undefined;

  /** Null if no run has begun by the deadline. */
  async function runBy(deadline: number, signal: AbortSignal | undefined): Promise<Run | null> {
    waiting += 1;
    try {
      return (await within(known, deadline - performance.now(), signal)) ? current : null;
    } finally {
      waiting -= 1;
    }
  }

  /** What was written since the run began, the promising files, and all of them where that takes as long again at most. */
  async function finished({ queue }: Run, promising: readonly string[]): Promise<void> {
    await queue.whenDone([...queue.unfinishedAdded(), ...promising.slice(0, PROMISING_MAX)]);
    const rest = queue.unfinished();
    if (rest.length <= PROMISING_MAX) {
      await queue.whenDone(rest);
    }
  }

  return {
    started() {
      known = new Promise((resolve) => {
        tell = resolve;
      });
    },
    begun(queue, flush) {
      current = { queue, flush, missing: openMissingNames(queue, source, flush) };
      letGo = waiting > 0 ? queue.hold() : () => undefined;
      tell(current);
    },
    changed(files) {
      current?.queue.add(files);
    },
    ended() {
      current = null;
      tell(null);
      known = Promise.resolve(null);
    },
    async bring({ hints, deadline, signal, isIndexed }) {
      // In any case: a run may begin, and be held, at the moment when a request gives up.
      try {
        const run = await runBy(deadline, signal);
        if (run === null) {
          return;
        }
        const now = performance.now();
        const until = Math.max(deadline, now + FIRST_WAIT_MIN_MS);
        const promising = await findLikelyFiles({
          hints,
          files: run.queue.left(),
          source,
          untilMs: now + LOOK_SHARE * (until - now),
          signal,
          onFound: (paths) => {
            run.queue.putFirst(paths);
            letGo();
          },
        });
        await within(finished(run, promising), until - performance.now(), signal);
        await run.flush();
        const missing = hints.names.filter((name) => !isIndexed(name));
        if (missing.length > 0) {
          await run.missing.bring(missing, signal);
        }
      } finally {
        letGo();
      }
    },
    hold: () => current?.queue.hold() ?? (() => undefined),
  };
}
