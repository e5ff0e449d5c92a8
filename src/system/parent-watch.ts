// Ends a process whose parent is gone even while it never returns to its event loop: an endless parse, or a pattern that
// matches for ever. A thread checks; it costs 8 MB and 18 ms of CPU.
import { Worker } from "node:worker_threads";
import { parentEnded } from "./platform/parent.ts";
import { SIGNALS } from "./platform/signals.ts";

const CHECK_MS = 500;

/** Source text, since a bundle has no separate file for the thread. */
const WATCH = `
const { workerData } = require("node:worker_threads");
const parentEnded = ${parentEnded.toString()};
let goneChecks = 0;
setInterval(() => {
  goneChecks = parentEnded(workerData.parent, process) ? goneChecks + 1 : 0;
  if (goneChecks * ${CHECK_MS} > workerData.graceMs) process.kill(process.pid, "${SIGNALS.atOnce}");
}, ${CHECK_MS});
`;

const PARENT = process.ppid;

/** For a process that returns to its event loop. */
export const hasParentEnded = (): boolean => parentEnded(PARENT, process);

/**
 * Kills this process when its parent has been gone for `graceMs`, the time in which it can end by itself. Unfinished work is
 * left as after a crash.
 */
export function endWithParent(graceMs: number): void {
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: { parent: PARENT, graceMs },
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  });
  // Without the thread, a process still ends with its parent when it returns to its event loop.
  watch.on("error", () => undefined);
  watch.unref();
}
