// Set-up of every test file, in one module, since Vitest evaluates it again for each of them. What a test left behind in the process that many files
// share goes with its file, though it failed. The file takes along the seconds of processor time that it took, its child processes included, for
// `npm run test:times`: wall-clock time says little where others use the machine.
import "./fixed-seed.ts";
import { readFileSync } from "node:fs";
import { afterAll, vi } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Seconds. Absent where the system does not tell. */
    processor?: number;
  }
}

const TICKS_A_SECOND = 100;

/** Of this process and of the children that it has waited for (proc(5): utime, stime, cutime, cstime). */
function processorSeconds(): number | undefined {
  if (process.platform !== "linux") {
    return undefined;
  }
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const before = processorSeconds();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern that no fixture is wanted.
afterAll(({}, { meta }) => {
  const after = processorSeconds();
  if (before !== undefined && after !== undefined) {
    meta.processor = after - before;
  }
});
