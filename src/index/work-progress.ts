// What this process is doing to an index, how much of it is done and how long the rest will take. Phases run beside each
// other: each has a meter of its own, and the one that most is waited for stands for all.
import type { Pace } from "../system/pace.ts";
import { openProgressMeter, type ProgressMeter } from "../system/progress-meter.ts";
import type { IndexProgress, WorkCounts } from "./project-index.ts";

export interface WorkProgress {
  /** The counts with what they tell of time. */
  note(counts: WorkCounts): IndexProgress;
  /** The phase that stands for all, as it goes now; null where none has anything left. */
  current(): IndexProgress | null;
  /** What was noted was of an index that is gone. */
  forget(): void;
}

/** Most waited for first. A walk is over before anybody could ask about it, and nothing says when. */
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
      // Measured anew: a rate of when it last went on would promise an end that moves away.
      return first === undefined ? null : note(first);
    },
    forget() {
      meters.clear();
      latest.clear();
    },
  };
}
