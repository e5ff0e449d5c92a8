// Ends a process whose parent is gone even while it never returns to its event loop: an endless parse, or a pattern that
// matches for ever. A thread checks; it costs 8 MB and 18 ms of CPU.
import { Worker } from "node:worker_threads";

const CHECK_MS = 500;

/**
 * Source text, since a bundle has no separate file for the thread. On Unix an orphan gets another parent pid; on Windows the
 * pid stays.
 */
const WATCH = `
const { workerData } = require("node:worker_threads");
const isGone = () => {
  if (process.ppid !== workerData.parent) return true;
  try {
    process.kill(workerData.parent, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
};
let goneChecks = 0;
setInterval(() => {
  goneChecks = isGone() ? goneChecks + 1 : 0;
  if (goneChecks * ${CHECK_MS} > workerData.graceMs) process.kill(process.pid, "SIGKILL");
}, ${CHECK_MS});
`;

const PARENT = process.ppid;

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
