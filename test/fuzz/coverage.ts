// Which blocks of the program have run, from V8's own counters: an input that reaches a new one is worth keeping.
import { Session } from "node:inspector/promises";

/** Which blocks have run since it was last asked. */
export type TakeCoverage = () => Promise<ReadonlySet<string>>;

/** Counts in scripts whose address ends in `script`. */
export async function openCoverage(script: string): Promise<TakeCoverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async () => {
    const blocks = new Set<string>();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    for (const { url, functions } of result) {
      for (const { ranges } of url.endsWith(script) ? functions : []) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count > 0) {
            blocks.add(`${startOffset} ${endOffset}`);
          }
        }
      }
    }
    return blocks;
  };
}
