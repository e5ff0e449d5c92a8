// Ends a process whose parent is gone even while it is busy with something that never returns to its event loop: a parse
// without end, a pattern that tries for ever. A thread of its own looks; it costs 8 MB and 18 ms of CPU.
import { Worker } from "node:worker_threads";

const CHECK_MS = 500;

/** Plain text, since a bundle has no file of its own for it. Pids pass to another parent on Unix; on Windows they stay. */
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
 * Kills this process when its parent has been gone for `graceMs`: the time that it has to end by itself. What was half
 * done stays as a crash leaves it.
 */
export function endWithParent(graceMs: number): void {
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: { parent: PARENT, graceMs },
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  });
  // Without its watch a process still ends with its parent whenever it comes back to its event loop.
  watch.on("error", () => undefined);
  watch.unref();
}
