// Ctrl-C while something runs: the first one cancels it, the second ends the process.
import process from "node:process";
import { SIGNALS } from "./platform/signals.ts";

/** As a shell has it for a program that SIGINT ended. */
export const INTERRUPTED = 130;

/** The returned function restores Node's handling of the signals. */
export function onFirstInterrupt(cancel: () => void): () => void {
  let isInterrupted = false;
  const onSignal = (): void => {
    if (isInterrupted) {
      process.exit(INTERRUPTED);
    }
    isInterrupted = true;
    cancel();
  };
  for (const name of SIGNALS.interrupts) {
    process.on(name, onSignal);
  }
  return () => {
    for (const name of SIGNALS.interrupts) {
      process.off(name, onSignal);
    }
  };
}
