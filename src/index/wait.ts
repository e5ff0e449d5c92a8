// Waiting for shared work: bounded by time and by the caller's patience, without ending the work itself.
import { setTimeout as delay } from "node:timers/promises";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

/**
 * True when `work` ended within `ms`, false when time was up; its error is thrown. CANCELLED as soon as the signal says
 * so. The work goes on either way.
 */
export async function within(work: Promise<unknown>, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  // Who gives up leaves it to itself: how it ends then is nobody's concern here.
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

/** Rests for `ms` milliseconds; CANCELLED as soon as the signal says so. */
export async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {
    throw cancelled();
  });
}

/** Runs one piece of work at a time; who asks while one runs gets that one. */
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
