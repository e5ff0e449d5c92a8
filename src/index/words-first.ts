// What a request wants first of a words run that is under way: finds the promising files, puts them at the head of the
// queue, and tells when the best of them are searchable. Does not run the words, nor decide how long anyone waits.
import type { CorpusSource } from "../project/corpus.ts";
import type { FileQueue } from "./file-queue.ts";
import { findPromising } from "./find-promising.ts";
import type { Sought } from "./sought.ts";

export interface WordsRequest {
  readonly sought: Sought;
  /** By performance.now(): files are looked through no longer. */
  readonly lookUntilMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface WordsFirst {
  /** A run is about to plan. */
  started(): void;
  /** It has its files; `flush` commits at once what is analysed by then. */
  begun(queue: FileQueue, flush: () => Promise<void>): void;
  /** It is over, or found nothing to do here. */
  ended(): void;
  /**
   * Ends when the files that promise most of what is sought are searchable; at once where no run in this process has work.
   * The trouble of reading a file is the run's.
   */
  bring(request: WordsRequest): Promise<void>;
  /** Commits what is analysed by now. */
  flush(): Promise<void>;
  /** The run begins no further file until all who called this have called what it answers. */
  hold(): () => void;
}

interface Run {
  readonly queue: FileQueue;
  readonly flush: () => Promise<void>;
}

/** So many of the most promising files are waited for: a later one is hardly ever among the ten best hits. */
const PROMISING_MAX = 160;

export function openWordsFirst(source: Pick<CorpusSource, "peek">): WordsFirst {
  let current: Run | null = null;
  let known: Promise<Run | null> = Promise.resolve(null);
  let tell: (run: Run | null) => void = () => undefined;

  return {
    started() {
      known = new Promise((resolve) => {
        tell = resolve;
      });
    },
    begun(queue, flush) {
      current = { queue, flush };
      tell(current);
    },
    ended() {
      current = null;
      tell(null);
      known = Promise.resolve(null);
    },
    async bring({ sought, lookUntilMs, signal }) {
      const run = await known;
      if (run === null) {
        return;
      }
      const promising = await findPromising({
        sought,
        files: run.queue.left(),
        source,
        untilMs: lookUntilMs,
        signal,
        onFound: run.queue.putFirst,
      });
      await run.queue.whenDone(promising.slice(0, PROMISING_MAX));
      const rest = run.queue.left();
      if (rest.length <= PROMISING_MAX) {
        // A small project is whole in as much time again.
        await run.queue.whenDone(rest.map(({ path }) => path));
      }
      await run.flush();
    },
    flush: async () => current?.flush(),
    hold: () => current?.queue.hold() ?? (() => undefined),
  };
}
