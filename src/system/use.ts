// Whether anybody asks something of this process now, or has lately: what nobody waits for takes its turn by that. Does not
// know what is asked.

export interface Use {
  /** Somebody waits for an answer. */
  busy(): boolean;
  /** Nobody has asked for a while. */
  idle(): boolean;
  /** Counts as asking for as long as the work takes. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A person who thinks between two questions is not away. Milliseconds. */
const IDLE_AFTER_MS = 120_000;

export function openUse(now: () => number = () => performance.now()): Use {
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
