// Waiting for shared work, bounded by a time and by the caller's abort signal. The work itself goes on.
import { setTimeout as delay } from "node:timers/promises";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

/**
 * True if `work` ended within `ms`, false if the time ran out first; its error is thrown. Rejects with CANCELLED as soon as the
 * signal is aborted. The work goes on in any case.
 */
export async function within(work: Promise<unknown>, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  // A caller that gave up does not care how the work ends.
  work.catch(() => undefined);
  throwIfCancelled(signal);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const timeUp = new Promise<boolean>((resolve, reject) => {
    if (Number.isFinite(ms)) {
      timer = setTimeout(() => resolve(false), Math.max(0, ms));
    }
    onAbort = () => reject(cancelled());
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work.then(() => true), timeUp]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) {
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

/** Waits for `ms` milliseconds; rejects with CANCELLED as soon as the signal is aborted. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {
    throw cancelled();
  });
}

/** Runs one piece of work at a time; calls during a run share it. */
export function singleFlight<Result>(work: () => Promise<Result>): { run(): Promise<Result>; running(): boolean } {
  let current: Promise<Result> | undefined;
  return {
    run() {
      current ??= work().finally(() => {
        current = undefined;
      });
      return current;
    },
    running: () => current !== undefined,
  };
}
