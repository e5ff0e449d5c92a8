// Work cut into steps, so that its caller decides when other work gets a turn.
import { setImmediate as nextTurn } from "node:timers/promises";
import { throwIfCancelled } from "../vocabulary/failure.ts";

/** Yields after each step. A step takes at most a few milliseconds, and nothing stays open between two steps. */
export type Steps<Value> = Generator<void, Value>;

/** All calls share one event loop, and none is kept waiting for longer than this. Milliseconds. */
const TURN_MS = 8;

/** Runs all steps without a pause: for small work, or work in its own process. */
export function atOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}

/** Runs the steps and yields to other work every few milliseconds. Rejects with CANCELLED between two steps. */
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
