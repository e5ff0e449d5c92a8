// What a request wants first of a words run that is under way: finds the promising files, puts them at the head of the
// queue, and tells when the best of them are searchable. Puts before them what was written since the run began. Does not run the
// words.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { within } from "../wait.ts";
import type { FileQueue } from "./file-queue.ts";
import { findPromising } from "./find-promising.ts";
import { type MissingNames, openMissingNames } from "./missing-names.ts";
import type { Sought } from "./sought.ts";

export interface WordsRequest {
  readonly sought: Sought;
  /** By performance.now(): what is searchable by then has to do. A run that begins late has FIRST_WAIT_MIN_MS all the same. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether any file that is searchable by now holds the name. */
  readonly isIndexed: (name: string) => boolean;
}

export interface WordsFirst {
  /** A run is about to plan. */
  started(): void;
  /** It has its files; `flush` commits at once what is analysed by then. */
  begun(queue: FileQueue, flush: () => Promise<void>): void;
  /** Files that are to be indexed by now: of a run under way, those that it was not planned with come before all others. */
  changed(files: readonly CorpusFile[]): void;
  /** It is over, or found nothing to do here. */
  ended(): void;
  /**
   * Ends when the files that promise most of what is sought are searchable, or time is up; at once where no run in this
   * process has work. For names that no searchable file holds then, it looks into the files that are left, and waits for
   * those that hold them (`NAMES_WAIT_MS`). The trouble of reading a file is the run's.
   */
  bring(request: WordsRequest): Promise<void>;
  /** The run begins no further file until all who called this have called what it answers. */
  hold(): () => void;
}

interface Run {
  readonly queue: FileQueue;
  readonly flush: () => Promise<void>;
  readonly missing: MissingNames;
}

/** So many of the most promising files are waited for: a later one is hardly ever among the ten best hits. */
const PROMISING_MAX = 160;

/** A first answer from nothing helps nobody: however late a run begins, files are looked for and read so long. */
const FIRST_WAIT_MIN_MS = 400;
/** Share of the time in which files are looked through for the words; the workers start and analyse meanwhile. */
const LOOK_SHARE = 0.4;

export function openWordsFirst(source: Pick<CorpusSource, "peek">): WordsFirst {
  let current: Run | null = null;
  let known: Promise<Run | null> = Promise.resolve(null);
  let tell: (run: Run | null) => void = () => undefined;
  /** Requests that wait for a run to begin: it begins no file before they have said which come first. */
  let waiting = 0;
  let letGo: () => void = () => undefined;

  /** Null where none has begun by the deadline. */
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
    async bring({ sought, deadline, signal, isIndexed }) {
      // However it ends: a run may begin, and be held, in the moment in which a request gives up.
      try {
        const run = await runBy(deadline, signal);
        if (run === null) {
          return;
        }
        const now = performance.now();
        const until = Math.max(deadline, now + FIRST_WAIT_MIN_MS);
        const promising = await findPromising({
          sought,
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
        const missing = sought.names.filter((name) => !isIndexed(name));
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
