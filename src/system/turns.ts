// Lets so many go on at once; the others wait in the order they came. Knows nothing of what they do.
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";

export interface Turns {
  /** Resolves when the turn has come, with what ends it; ending it again does nothing. CANCELLED. */
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
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** The turn goes from one to the next, and is free where nobody waits. */
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
