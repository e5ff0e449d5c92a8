// Ctrl-C while an operation runs: the first cancels the work, the second ends the process.
import { EXIT } from "./exit.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Restores Node's handling of the signals. */
  release(): void;
}

export function watchSignals(): Interrupt {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      process.exit(EXIT.interrupted);
    }
    controller.abort();
  };
  for (const name of SIGNALS) {
    process.on(name, onSignal);
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const name of SIGNALS) {
        process.off(name, onSignal);
      }
    },
  };
}
