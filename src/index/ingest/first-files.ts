// The files that requests want indexed first: puts them at the head of a running update's queue, or of the next one's, and waits for
// them. Files written since an update began come before them.
import type { CorpusFile } from "../../project/corpus.ts";
import { log } from "../../system/log.ts";
import { within } from "../../system/wait.ts";
import type { FileQueue } from "./file-queue.ts";

const NOTHING = (): void => undefined;

/** As many files as are indexed in about a second. */
const FEW = 160;

async function whenIndexed(queue: FileQueue, paths: readonly string[]): Promise<void> {
  await queue.whenDone(paths);
  const rest = queue.unfinished();
  if (rest.length <= FEW) {
    await queue.whenDone(rest);
  }
}

interface RunningUpdate {
  readonly queue: FileQueue;
  readonly flush: () => Promise<void>;
}

export class FirstFiles {
  #running: RunningUpdate | null = null;
  /** Of the request that came last. */
  #wanted: readonly string[] = [];
  /** Requests that wait for an update to begin, or to end without having begun. */
  readonly #onBegun = new Set<() => void>();

  /** Call it when an update has its files; `flush` commits at once what has been analysed. */
  begun(queue: FileQueue, flush: () => Promise<void>): void {
    this.#running = { queue, flush };
    queue.putFirst(this.#wanted);
    this.#resume();
  }

  /** Call it when the update is over, or found nothing to do. */
  ended(): void {
    this.#running = null;
    this.#wanted = [];
    this.#resume();
  }

  /** Best first; paths of no file are ignored. */
  want(paths: readonly string[]): void {
    this.#wanted = paths;
    this.#running?.queue.putFirst(paths);
  }

  /** Files that are pending now: those that the running update was not planned with come before all others. */
  changed(files: readonly CorpusFile[]): void {
    this.#running?.queue.add(files);
  }

  /** The update starts no further file until every caller has called the returned function. */
  pause(): () => void {
    return this.#running?.queue.pause() ?? NOTHING;
  }

  /**
   * Resolves when the update, which has been started, has indexed these files, or at this time on the clock of performance.now(); what
   * is analysed by then is committed. Where few others are left, they are waited for as well, so that the answer of a small project is
   * whole. CANCELLED.
   */
  async indexed(paths: readonly string[], untilMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#running === null) {
      const begun = new Promise<void>((resolve) => this.#onBegun.add(resolve));
      await within(begun, untilMs - performance.now(), signal);
    }
    const running = this.#running;
    if (running !== null) {
      await within(whenIndexed(running.queue, paths), untilMs - performance.now(), signal);
      // The update fails by the same error, and reports it.
      await running.flush().catch((error: unknown) => log("info", "index.flush-failed", { reason: String(error) }));
    }
  }

  #resume(): void {
    for (const resolve of this.#onBegun) {
      resolve();
    }
    this.#onBegun.clear();
  }
}
