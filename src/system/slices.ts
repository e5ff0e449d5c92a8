// Cuts long synchronous work into slices of a few milliseconds, so that other requests of the process run in between and the
// work can be cancelled. Two forms: a generator whose steps a caller runs (`Steps`), and a call to make in a loop
// (`Slicer`).
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../vocabulary/failure.ts";

/** Longest time without yielding to the event loop, in milliseconds. */
const SLICE_MS = 8;

/** Work that can pause after each `yield`. A step takes at most a few milliseconds, and nothing stays open between two steps. */
export type Steps<Value> = Generator<void, Value>;

/** Runs all steps without a pause: for small work, or work in its own process. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}

/** Runs the steps, and yields to other work every few milliseconds. @throws CANCELLED between two steps. */
export async function inSlices<Value>(steps: Steps<Value>, signal: AbortSignal): Promise<Value> {
  let sliceStart = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    // Steps are many and short: each one awaited would cost more than it does.
    if (performance.now() - sliceStart >= SLICE_MS) {
      await nextTurn();
      throwIfCancelled(signal);
      sliceStart = performance.now();
    }
  }
}

export interface Slicer {
  /** Lets other work run if the slice is over. @throws CANCELLED if the caller has given up. */
  yieldIfDue(): Promise<void>;
  readonly signal: AbortSignal | undefined;
}

export function openSlicer(signal: AbortSignal | undefined): Slicer {
  let sliceStart = performance.now();
  const pause = async () => {
    await nextTurn();
    sliceStart = performance.now();
    throwIfCancelled(signal);
  };
  const rested = Promise.resolve();
  return { signal, yieldIfDue: () => (performance.now() - sliceStart < SLICE_MS ? rested : pause()) };
}
