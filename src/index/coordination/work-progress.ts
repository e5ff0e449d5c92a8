// What this process is doing to an index, how much is done, and how long the rest will take. Phases run in parallel: each has
// its own meter, and the most important one is shown for all.
import type { Pace } from "../../system/pace.ts";
import { ProgressMeter } from "../../system/progress-meter.ts";
import type { IndexProgress, WorkCounts } from "../project-index.ts";

type Listener = (progress: IndexProgress) => void;

/** Most important first. Walking is not listed: it is over before anyone could ask, and its end cannot be predicted. */
const PHASES = ["indexing", "embedding", "counting"] as const;

export class WorkProgress {
  readonly #pace: Pace | undefined;
  readonly #onProgress: Listener | undefined;
  readonly #meters = new Map<WorkCounts["phase"], ProgressMeter>();
  readonly #latest = new Map<WorkCounts["phase"], WorkCounts>();
  readonly #listeners = new Set<Listener>();

  /** `onProgress` gets every report. */
  constructor(pace: Pace | undefined, onProgress?: Listener) {
    this.#pace = pace;
    this.#onProgress = onProgress;
  }

  /** Takes the counts, and passes them on to all listeners with rate and remaining time. */
  report(counts: WorkCounts): IndexProgress {
    const progress = this.#measure(counts);
    this.#onProgress?.(progress);
    for (const listener of this.#listeners) {
      listener(progress);
    }
    return progress;
  }

  /** Runs `run`; `listener` gets what is reported meanwhile. */
  async listen<Result>(listener: Listener | undefined, run: () => Promise<Result>): Promise<Result> {
    // A wrapper: two callers may pass the same function.
    const own: Listener = (progress) => listener?.(progress);
    this.#listeners.add(own);
    try {
      return await run();
    } finally {
      this.#listeners.delete(own);
    }
  }

  /** How many calls of `listen` are running. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The phase that is shown for all, in its present state; null if no phase has work left. */
  current(): IndexProgress | null {
    const known = PHASES.flatMap((phase) => this.#latest.get(phase) ?? []);
    const first = known.find(({ done, total }) => done < total);
    // Measured again: the rate of an earlier stretch would promise an end that moves away.
    return first === undefined ? null : this.#measure(first);
  }

  /** Call it when the index was replaced: earlier counts do not apply to the new one. */
  forget(): void {
    this.#meters.clear();
    this.#latest.clear();
  }

  #measure(counts: WorkCounts): IndexProgress {
    const { phase, done, total } = counts;
    const meter = this.#meters.get(phase) ?? new ProgressMeter();
    this.#meters.set(phase, meter);
    this.#latest.set(phase, counts);
    const paused = phase === "embedding" || phase === "counting" ? (this.#pace?.paused ?? null) : null;
    return { ...counts, ...meter.note(done, total), paused };
  }
}
