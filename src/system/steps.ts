// Work that is cut into steps, so that whoever does it decides when others get their turn. Knows nothing of the work.
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../vocabulary/failure.ts";

/** Yields after each step; none takes more than a few milliseconds. Holds nothing open from one step to the next. */
export type Steps<Value> = Generator<void, Value>;

/** One event loop serves all calls: none is kept waiting for longer. Milliseconds. */
const TURN_MS = 8;

/** All steps without a pause: for work that is small, or in a process of its own. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}

/** Lets others in every few milliseconds. Rejects with CANCELLED between two steps. */
export async function inTurns<Value>(steps: Steps<Value>, signal: AbortSignal): Promise<Value> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (performance.now() - since >= TURN_MS) {
      await nextTurn();
      throwIfCancelled(signal);
      since = performance.now();
    }
  }
}
