// Ends the shared servers of a home as `daemon stop` does, without a process of its own, which reads the whole program first.
import { join } from "node:path";
import { endDaemon, runningDaemons } from "../../src/daemon/running.ts";
import { cacheIn } from "./own-home.ts";

export const daemonFolder = (home: string): string => join(cacheIn(home), "daemon");

export async function stopDaemons(home: string): Promise<void> {
  for (const running of await runningDaemons(daemonFolder(home))) {
    await endDaemon(running);
  }
}
