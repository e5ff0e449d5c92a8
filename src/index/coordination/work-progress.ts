// What this process is doing to an index, how much is done, and how long the rest will take. Phases run in parallel: each has
// its own meter, and the most important one is shown for all.
import type { Pace } from "../../system/pace.ts";
import { ProgressMeter } from "../../system/progress-meter.ts";
import type { IndexProgress, WorkCounts } from "../project-index.ts";

type Listener = (progress: IndexProgress) => void;

export interface WorkProgress {
  /** Takes the counts, and passes them on to all listeners with rate and remaining time. */
  report(counts: WorkCounts): IndexProgress;
  /** Runs `run`; `listener` gets what is reported meanwhile. */
  listen<Result>(listener: Listener | undefined, run: () => Promise<Result>): Promise<Result>;
  /** How many calls of `listen` are running. */
  readonly listeners: number;
  /** The phase that is shown for all, in its present state; null if no phase has work left. */
  current(): IndexProgress | null;
  /** Call it when the index was replaced: earlier counts do not apply to the new one. */
  forget(): void;
}

/** Most important first. Walking is not listed: it is over before anyone could ask, and its end cannot be predicted. */
const PHASES = ["indexing", "embedding", "counting"] as const;

/** `onProgress` gets every report. */
export function openWorkProgress(pace: Pace | undefined, onProgress?: Listener): WorkProgress {
  const meters = new Map<WorkCounts["phase"], ProgressMeter>();
  const latest = new Map<WorkCounts["phase"], WorkCounts>();
  const listeners = new Set<Listener>();

  function measure(counts: WorkCounts): IndexProgress {
    const { phase, done, total } = counts;
    const meter = meters.get(phase) ?? new ProgressMeter();
    meters.set(phase, meter);
    latest.set(phase, counts);
    const paused = phase === "embedding" || phase === "counting" ? (pace?.paused ?? null) : null;
    return { ...counts, ...meter.note(done, total), paused };
  }

  return {
    report(counts) {
      const progress = measure(counts);
      onProgress?.(progress);
      for (const listener of listeners) {
        listener(progress);
      }
      return progress;
    },
    async listen(listener, run) {
      // A wrapper: two callers may pass the same function.
      const own: Listener = (progress) => listener?.(progress);
      listeners.add(own);
      try {
        return await run();
      } finally {
        listeners.delete(own);
      }
    },
    get listeners() {
      return listeners.size;
    },
    current() {
      const known = PHASES.flatMap((phase) => latest.get(phase) ?? []);
      const first = known.find(({ done, total }) => done < total);
      // Measured again: the rate of an earlier stretch would promise an end that moves away.
      return first === undefined ? null : measure(first);
    },
    forget() {
      meters.clear();
      latest.clear();
    },
  };
}
