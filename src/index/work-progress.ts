// What this process is doing to an index, how much of it is done and how long the rest will take. Phases run beside each
// other: each has a meter of its own, and the one that most is waited for stands for all.
import type { Pace } from "../system/pace.ts";
import { openProgressMeter, type ProgressMeter } from "../system/progress-meter.ts";
import type { IndexProgress, WorkCounts } from "./project-index.ts";

export interface WorkProgress {
  /** The counts with what they tell of time. */
  note(counts: WorkCounts): IndexProgress;
  /** The phase that stands for all; null where none has anything left. */
  current(): IndexProgress | null;
}

/** Most waited for first. A walk is over before anybody could ask about it, and nothing says when. */
const PHASES = ["indexing", "embedding", "counting"] as const;

export function openWorkProgress(pace: Pace | undefined): WorkProgress {
  const meters = new Map<WorkCounts["phase"], ProgressMeter>();
  const latest = new Map<WorkCounts["phase"], IndexProgress>();

  function note(counts: WorkCounts): IndexProgress {
    const { phase, done, total } = counts;
    const meter = meters.get(phase) ?? openProgressMeter();
    meters.set(phase, meter);
    const paused = phase === "embedding" || phase === "counting" ? (pace?.paused ?? null) : null;
    const progress: IndexProgress = { ...counts, ...meter.note(done, total), paused };
    latest.set(phase, progress);
    return progress;
  }

  return {
    note,
    current() {
      const open = PHASES.flatMap((phase) => latest.get(phase) ?? []);
      return open.find(({ done, total }) => done < total) ?? null;
    },
  };
}
