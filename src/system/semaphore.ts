// Bounds how many callers are in a part of the program at once; the others wait in the order in which they came.
import pLimit from "p-limit";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

export interface Semaphore {
  /**
   * Resolves when a slot is free, with the function that releases it; calling that twice does nothing more.
   * @throws CANCELLED as soon as the signal is aborted, if the caller still waits.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function openSemaphore(slots: number): Semaphore {
  const limit = pLimit(slots);

  const acquire = (signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(cancelled());
      signal.addEventListener("abort", giveUp, { once: true });
      // A caller that gave up stays in the queue and frees its slot as soon as it gets one.
      const hold = () =>
        new Promise<void>((release) => {
          signal.removeEventListener("abort", giveUp);
          if (signal.aborted) {
            release();
          } else {
            resolve(release);
          }
        });
      limit(hold).catch(reject);
    });

  return {
    async acquire(signal) {
      throwIfCancelled(signal);
      return await acquire(signal);
    },
  };
}
