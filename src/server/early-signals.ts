// Signals that come before anything is open that would have to be closed: the process ends with 0, as a server does.
import process from "node:process";
import { SIGNALS } from "../system/platform/signals.ts";

const endAtOnce = (): void => process.exit(0);

export function endAtSignals(): void {
  for (const signal of SIGNALS.ends) {
    process.on(signal, endAtOnce);
  }
}

/** Leaves the signals to a server that has something to close. */
export function leaveSignals(): void {
  for (const signal of SIGNALS.ends) {
    process.off(signal, endAtOnce);
  }
}
