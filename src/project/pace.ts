// Splits long synchronous work into turns: other work of the process runs in between, and the work stops when it is aborted.
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../vocabulary/failure.ts";

/** Longest time without yielding, in milliseconds. */
const TURN_MS = 8;

export interface Pace {
  /** Yields if the turn is over; throws CANCELLED if the caller has given up. */
  breathe(): Promise<void>;
  readonly signal: AbortSignal | undefined;
}

export function openPace(signal: AbortSignal | undefined): Pace {
  let turnStart = performance.now();
  const pause = async () => {
    await nextTurn();
    turnStart = performance.now();
    throwIfCancelled(signal);
  };
  const rested = Promise.resolve();
  return { signal, breathe: () => (performance.now() - turnStart < TURN_MS ? rested : pause()) };
}
