// Bounds how many callers are in a part of the program at once; the others wait in the order in which they came.
import pLimit from "p-limit";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

export interface Semaphore {
  /**
   * Resolves when there is a place, with the function that frees it; calling that twice does nothing more.
   * @throws CANCELLED as soon as the signal is aborted, if the caller still waits.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function openSemaphore(places: number): Semaphore {
  const limit = pLimit(places);

  const acquire = (signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(cancelled());
      signal.addEventListener("abort", giveUp, { once: true });
      // A caller that gave up keeps its turn in the queue, and passes it on when it comes.
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
