// The tasks of a worker pool that wait for a process, urgent ones first; a caller may give up its wait.
import { cancelled } from "../vocabulary/failure.ts";

export type Outcome = { readonly result: unknown } | { readonly error: Error };

export interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly timeoutMs: number | undefined;
  readonly settle: (outcome: Outcome) => void;
}

export interface JobOptions {
  /**
   * Ends the wait at once. A task that has not begun is dropped. One that is running finishes and its result is dropped, since
   * tasks are short and starting a process is expensive.
   */
  readonly signal?: AbortSignal | undefined;
  /** A process that works longer on the task is killed and the task rejected with TIMED_OUT. */
  readonly timeoutMs?: number;
  /** Goes before all tasks that are not urgent. */
  readonly urgent?: boolean;
}

export interface JobQueue {
  /** Number of urgent tasks that wait. */
  readonly urgent: number;
  readonly ordinary: number;
  /** Settles with the job; rejects with CANCELLED as soon as the signal is aborted. */
  enter(task: unknown, options: JobOptions): Promise<unknown>;
  /** Removes and answers the next job, only an urgent one or any; undefined if none waits. */
  next(onlyUrgent: boolean): Job | undefined;
  /** Settles and removes all jobs. */
  settleAll(outcome: Outcome): void;
}

export function openJobQueue(): JobQueue {
  const urgent: Job[] = [];
  const ordinary: Job[] = [];
  let nextId = 1;

  function enter(task: unknown, { signal, timeoutMs, urgent: first = false }: JobOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(cancelled());
        return;
      }
      const lane = first ? urgent : ordinary;
      const onAbort = () => {
        const at = lane.indexOf(job);
        if (at >= 0) {
          lane.splice(at, 1);
        }
        reject(cancelled());
      };
      const settle = (outcome: Outcome) => {
        signal?.removeEventListener("abort", onAbort);
        if ("error" in outcome) {
          reject(outcome.error);
        } else {
          resolve(outcome.result);
        }
      };
      const job: Job = { id: nextId++, task, timeoutMs, settle };
      signal?.addEventListener("abort", onAbort, { once: true });
      lane.push(job);
    });
  }

  return {
    get urgent() {
      return urgent.length;
    },
    get ordinary() {
      return ordinary.length;
    },
    enter,
    next: (onlyUrgent) => urgent.shift() ?? (onlyUrgent ? undefined : ordinary.shift()),
    settleAll(outcome) {
      for (const job of [...urgent.splice(0), ...ordinary.splice(0)]) {
        job.settle(outcome);
      }
    },
  };
}
