// Lets a bounded number of callers proceed at once; the others wait in the order in which they came.
import { setMaxListeners } from "node:events";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

export interface Turns {
  /**
   * Resolves when it is the caller's turn, with a function that ends the turn; calling it twice does nothing more. CANCELLED.
   */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function openTurns(most: number): Turns {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(cancelled());
      };
      waiting.push(begin);
      // As many callers of one request may wait as it has files; Node takes more than ten listeners for a leak, on stderr.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Hands the turn to the next caller, or frees it if none waits. */
  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) {
      taken--;
    } else {
      next();
    }
  }

  return {
    async enter(signal) {
      throwIfCancelled(signal);
      if (taken < most) {
        taken++;
      } else {
        await wait(signal);
      }
      let ended = false;
      return () => {
        if (!ended) {
          ended = true;
          pass();
        }
      };
    },
  };
}
