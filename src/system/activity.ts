// Whether a request is running in this process, or was lately: background work waits for that.

export interface Activity {
  /** A caller waits for an answer. */
  busy(): boolean;
  /** There has been no request for some time. */
  idle(): boolean;
  /** Counts as a request while the work runs. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A person who thinks between two questions is not idle. Milliseconds. */
const IDLE_AFTER_MS = 120_000;

export function openActivity(now: () => number = () => performance.now()): Activity {
  let asking = 0;
  let lastMs = now();
  return {
    busy: () => asking > 0,
    idle: () => asking === 0 && now() - lastMs > IDLE_AFTER_MS,
    async during(work) {
      asking += 1;
      try {
        return await work();
      } finally {
        asking -= 1;
        lastMs = now();
      }
    },
  };
}
