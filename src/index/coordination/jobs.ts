// The kinds of work on one index. Each runs once at a time, shared by all callers that wait for it; all are stopped together.
import { singleFlight } from "../../system/wait.ts";

export interface Job {
  /** Starts the work, or joins the run in progress. */
  run(): Promise<void>;
  running(): boolean;
}

export interface Jobs {
  readonly closed: boolean;
  /** Aborted by the next `stop` or `close`. */
  signal(): AbortSignal;
  add(work: () => Promise<void>): Job;
  /** Stops running work; later runs start again. */
  stop(): void;
  /** Stops running work and what is started later. */
  close(): void;
  /** Resolves when no job runs, whatever errors they end with. */
  whenIdle(): Promise<void>;
}

export function openJobs(): Jobs {
  const jobs: Job[] = [];
  let stopping = new AbortController();
  let closed = false;
  return {
    get closed() {
      return closed;
    },
    signal: () => stopping.signal,
    add(work) {
      const job = singleFlight(work);
      jobs.push(job);
      return job;
    },
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
    close() {
      closed = true;
      stopping.abort();
    },
    async whenIdle() {
      await Promise.allSettled(jobs.filter((job) => job.running()).map((job) => job.run()));
    },
  };
}
