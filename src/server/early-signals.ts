// Signals that come before anything is open that would have to be closed: the process ends with 0, as a server does.
import process from "node:process";
import { SIGNALS } from "../system/platform/signals.ts";

/** Leaves the signals to those that listen to them later, such as a server that has something to close. */
export function endAtSignals(): void {
  for (const signal of SIGNALS.ends) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) {
        process.exit(0);
      }
    });
  }
}
