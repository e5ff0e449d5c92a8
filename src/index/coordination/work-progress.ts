// What this process is doing to an index, how much is done, and how long the rest will take. Phases run in parallel: each has
// its own meter, and the most important one is shown for all.
import type { Pace } from "../../system/pace.ts";
import { openProgressMeter, type ProgressMeter } from "../../system/progress-meter.ts";
import type { IndexProgress, WorkCounts } from "../project-index.ts";

export interface WorkProgress {
  /** The counts, with rate and remaining time. */
  note(counts: WorkCounts): IndexProgress;
  /** The phase that is shown for all, in its present state; null if no phase has work left. */
  current(): IndexProgress | null;
  /** Call it when the index was replaced: earlier counts no longer apply. */
  forget(): void;
}

/** Most important first. Walking is not listed: it is over before anyone could ask, and its end cannot be predicted. */
const PHASES = ["indexing", "embedding", "counting"] as const;

export function openWorkProgress(pace: Pace | undefined): WorkProgress {
  const meters = new Map<WorkCounts["phase"], ProgressMeter>();
  const latest = new Map<WorkCounts["phase"], WorkCounts>();

  function note(counts: WorkCounts): IndexProgress {
    const { phase, done, total } = counts;
    const meter = meters.get(phase) ?? openProgressMeter();
    meters.set(phase, meter);
    latest.set(phase, counts);
    const paused = phase === "embedding" || phase === "counting" ? (pace?.paused ?? null) : null;
    return { ...counts, ...meter.note(done, total), paused };
  }

  return {
    note,
    current() {
      const open = PHASES.flatMap((phase) => latest.get(phase) ?? []);
      const first = open.find(({ done, total }) => done < total);
      // Measured again: the rate of an earlier stretch would promise an end that moves away.
      return first === undefined ? null : note(first);
    },
    forget() {
      meters.clear();
      latest.clear();
    },
  };
}
