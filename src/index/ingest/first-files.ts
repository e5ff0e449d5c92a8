// The files that a request wants indexed first: finds the likely ones, puts them at the head of a running update's queue, and waits
// until the best of them are searchable. Files written since the update began come before them.
import type { CorpusFile, CorpusSource } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import type { FileHints } from "../project-index.ts";
import type { FileQueue } from "./file-queue.ts";
import { findLikelyFiles } from "./find-likely-files.ts";
import { MissingNames } from "./missing-names.ts";

export interface FirstFilesRequest {
  readonly hints: FileHints;
  /**
   * On the clock of performance.now(): the answer uses what is searchable at this time. An update that begins late still gets
   * FIRST_WAIT_MIN_MS.
   */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a searchable file contains the name. */
  readonly isIndexed: (name: string) => boolean;
}

interface RunningUpdate {
  readonly queue: FileQueue;
  readonly flush: () => Promise<void>;
  readonly missing: MissingNames;
}

/** Number of likely files to wait for: later ones are hardly ever among the ten best hits. */
const LIKELY_MAX = 160;

/** An answer from nothing is useless: however late an update begins, files are searched and read for this time. */
const FIRST_WAIT_MIN_MS = 400;
/** Share of the time for searching files for the words; the workers start and analyse meanwhile. */
const LOOK_SHARE = 0.4;

const NOTHING = (): void => undefined;

export class FirstFiles {
  readonly #source: Pick<CorpusSource, "peek">;
  #current: RunningUpdate | null = null;
  /** Resolves when the update that has started has its files, or is over. */
  #begun: Promise<void> = Promise.resolve();
  #resolveBegun = NOTHING;
  /** Requests that wait for an update to begin: it starts no file before they have chosen which come first. */
  #waiting = 0;
  #resume = NOTHING;

  constructor(source: Pick<CorpusSource, "peek">) {
    this.#source = source;
  }

  /** Call it before an update plans. */
  started(): void {
    this.#begun = new Promise((resolve) => {
      this.#resolveBegun = resolve;
    });
  }

  /** Call it when the update has its files; `flush` commits at once what has been analysed. */
  begun(queue: FileQueue, flush: () => Promise<void>): void {
    this.#current = { queue, flush, missing: new MissingNames(queue, this.#source, flush) };
    this.#resume = this.#waiting > 0 ? queue.pause() : NOTHING;
    this.#resolveBegun();
  }

  /** Call it when the update is over, or found nothing to do. */
  ended(): void {
    this.#current = null;
    this.#resolveBegun();
    this.#begun = Promise.resolve();
  }

  /** Files that are pending now: those that the running update was not planned with come before all others. */
  changed(files: readonly CorpusFile[]): void {
    this.#current?.queue.add(files);
  }

  /** The update starts no further file until every caller has called the returned function. */
  pause(): () => void {
    return this.#current?.queue.pause() ?? NOTHING;
  }

  /**
   * Resolves when the likely files are searchable or time is up; at once if no update of this process has work. If no searchable
   * file contains a name of the hints, it searches the remaining files for it and waits for those that contain it
   * (`NAMES_WAIT_MS`). The update reports errors of reading a file. CANCELLED.
   */
  async index(request: FirstFilesRequest): Promise<void> {
    const { hints, deadline, signal, isIndexed } = request;
    try {
      const update = await this.#updateBy(deadline, signal);
      if (update === null) {
        return;
      }
      await this.#findAndWait(update, request);
      const missing = hints.names.filter((name) => !isIndexed(name));
      if (missing.length > 0) {
        await update.missing.index(missing, signal);
      }
    } finally {
      // In any case: an update may begin, and be paused, at the moment when a request gives up.
      this.#resume();
    }
  }

  /** Null if no update has begun by the deadline. */
  async #updateBy(deadline: number, signal: AbortSignal | undefined): Promise<RunningUpdate | null> {
    this.#waiting += 1;
    try {
      return (await within(this.#begun, deadline - performance.now(), signal)) ? this.#current : null;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #findAndWait({ queue, flush }: RunningUpdate, request: FirstFilesRequest): Promise<void> {
    const { hints, deadline, signal } = request;
    const now = performance.now();
    const until = Math.max(deadline, now + FIRST_WAIT_MIN_MS);
    let proposed: readonly string[] = [];
    void hints.proposed?.then((paths) => {
      proposed = paths.filter((path) => hints.admits(path));
      queue.putFirst(proposed);
    });
    const likely = await findLikelyFiles({
      hints,
      files: queue.left(),
      source: this.#source,
      untilMs: now + LOOK_SHARE * (until - now),
      signal,
      onFound: (paths) => {
        queue.putFirst([...proposed, ...paths]);
        this.#resume();
      },
    });
    await within(whenIndexed(queue, [...proposed, ...likely]), until - performance.now(), signal);
    await flush();
  }
}

/** Waits for what was written since the update began, for the likely files, and for the rest where that is as few. */
async function whenIndexed(queue: FileQueue, likely: readonly string[]): Promise<void> {
  await queue.whenDone([...queue.unfinishedAdded(), ...likely.slice(0, LIKELY_MAX)]);
  const rest = queue.unfinished();
  if (rest.length <= LIKELY_MAX) {
    await queue.whenDone(rest);
  }
}
