// The tasks of a worker pool that wait for a process, urgent ones first; a caller may give up its wait.
import { setMaxListeners } from "node:events";
import { cancelled } from "../vocabulary/failure.ts";

export type Outcome = { readonly result: unknown } | { readonly error: Error };

export interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly timeoutMs: number | undefined;
  readonly urgent: boolean;
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

export class JobQueue {
  readonly #urgent: Job[] = [];
  readonly #ordinary: Job[] = [];
  #nextId = 1;

  /** Number of urgent tasks that wait. */
  get urgent(): number {
    return this.#urgent.length;
  }

  get ordinary(): number {
    return this.#ordinary.length;
  }

  /** Settles with the job; rejects with CANCELLED as soon as the signal is aborted. */
  enter(task: unknown, { signal, timeoutMs, urgent = false }: JobOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(cancelled());
        return;
      }
      const lane = urgent ? this.#urgent : this.#ordinary;
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
      const job: Job = { id: this.#nextId++, task, timeoutMs, urgent, settle };
      if (signal !== undefined) {
        // A request with many tasks has one signal for all: Node would warn of a leak on stderr.
        setMaxListeners(0, signal);
        signal.addEventListener("abort", onAbort, { once: true });
      }
      lane.push(job);
    });
  }

  /** Removes and answers the next job, an urgent one before others; undefined if none of these waits. */
  next(which: "any" | "urgent" | "ordinary"): Job | undefined {
    return (
      (which === "ordinary" ? undefined : this.#urgent.shift()) ??
      (which === "urgent" ? undefined : this.#ordinary.shift())
    );
  }

  /** Settles and removes all jobs. */
  settleAll(outcome: Outcome): void {
    for (const job of [...this.#urgent.splice(0), ...this.#ordinary.splice(0)]) {
      job.settle(outcome);
    }
  }
}
