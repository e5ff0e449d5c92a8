// The tasks of a worker pool that wait for a process: urgent ones before the others; who waits for one may give it up.
// Knows no processes.
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
   * Ends the wait at once. A task not yet begun is dropped; one that is running is let finish, its result unused,
   * since tasks are short and a process is dear to start.
   */
  readonly signal?: AbortSignal | undefined;
  /** A process that works longer on the task is killed and the task rejected with TIMED_OUT. */
  readonly timeoutMs?: number;
  /** Goes ahead of all tasks that are not. */
  readonly urgent?: boolean;
}

export interface JobQueue {
  /** Tasks that wait. */
  readonly urgent: number;
  readonly ordinary: number;
  /** Settles as the job is settled; CANCELLED as soon as the signal says so. */
  enter(task: unknown, options: JobOptions): Promise<unknown>;
  /** Takes out the next one, `onlyUrgent` or any; undefined where none waits. */
  next(onlyUrgent: boolean): Job | undefined;
  /** Settles and takes out all. */
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
