// Ctrl-C while an operation runs: the first cancels the work, the second ends the process.
import { onFirstInterrupt } from "../system/interrupts.ts";

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Restores Node's handling of the signals. */
  release(): void;
}

export function watchSignals(): Interrupt {
  const controller = new AbortController();
  return { signal: controller.signal, release: onFirstInterrupt(() => controller.abort()) };
}
