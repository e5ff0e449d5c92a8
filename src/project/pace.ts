// Long synchronous work in turns: lets other work of the process run now and then, and stops when asked to.
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../vocabulary/failure.ts";

/** Longest stretch without giving other work its turn, in milliseconds. */
const TURN_MS = 8;

export interface Pace {
  /** Gives way when the turn is over; throws CANCELLED when the caller has given up. */
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
