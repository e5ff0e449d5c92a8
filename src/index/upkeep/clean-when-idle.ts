// Cleans the cache from a server, at most once a day on the machine, while that server is idle. It looks at names and
// sizes first, and reads databases only if these call for it.
import { log } from "../../system/log.ts";
import { runningProcesses } from "../../system/running-processes.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { openHousekeeping } from "./housekeeping.ts";

export interface IdleCleaning {
  readonly cacheFolder: string;
  /** Bytes; 0: any. */
  readonly limitBytes: number;
  /** True if no request is running, and none was just before. */
  readonly idle: () => boolean;
  /** How often it is considered, in milliseconds. */
  readonly lookMs?: number;
}

const LOOK_MS = 900_000;
const DAY_MS = 86_400_000;

/** Returns a function that ends it; present work then stops between two short transactions. */
export function cleanWhenIdle({ cacheFolder, limitBytes, idle, lookMs = LOOK_MS }: IdleCleaning): () => void {
  const ending = new AbortController();
  let running = false;

  async function look(): Promise<void> {
    if (running || !idle()) {
      return;
    }
    running = true;
    try {
      await cleanOnceADay(cacheFolder, limitBytes, ending.signal);
    } catch (error) {
      log("info", "cache.not-cleaned", { reason: String(error) });
    } finally {
      running = false;
    }
  }

  const timer = setInterval(() => void look(), lookMs).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
  };
}

/** False if it was done less than a day ago, or another process does it. */
export async function cleanOnceADay(cacheFolder: string, limitBytes: number, signal: AbortSignal): Promise<boolean> {
  const housekeeping = openHousekeeping(cacheFolder);
  try {
    const lease = Math.abs(Date.now() - housekeeping.lastMs()) < DAY_MS ? null : housekeeping.acquire();
    if (lease === null) {
      return false;
    }
    try {
      const processes = () => runningProcesses(cacheFolder);
      const report = await collectGarbage({
        cacheFolder,
        limitBytes,
        dryRun: false,
        thorough: false,
        processes,
        signal,
      });
      housekeeping.noteDone(Date.now());
      const { bytesBefore, bytesAfter, projects, vectorsRemoved } = report;
      log("info", "cache.cleaned", { bytesBefore, bytesAfter, projects: projects.length, vectors: vectorsRemoved });
      return true;
    } finally {
      lease.release();
    }
  } finally {
    housekeeping.close();
  }
}
