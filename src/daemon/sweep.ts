// Removes what daemons of earlier builds and other settings left in their folder: logs, entries and sockets after a kill.
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { log } from "../system/log.ts";
import { runningDaemons } from "./running.ts";

/** What nobody has written for this long belongs to a program or settings that are gone. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** All files of daemons that listen stay. What cannot be removed is logged, and tried again by the next daemon. */
export async function sweepDaemons(folder: string): Promise<void> {
  try {
    const running = await runningDaemons(folder);
    const stems = new Set(running.flatMap(({ name, endpoint }) => [stemOf(name), stemOf(basename(endpoint))]));
    for (const name of readdirSync(folder).filter((one) => !stems.has(stemOf(one)))) {
      removeOld(join(folder, name));
    }
  } catch (error) {
    log("debug", "old files of shared servers stay", { folder, error: String(error) });
  }
}

const stemOf = (name: string): string => parse(name).name;

function removeOld(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > UNUSED_MS) {
      rmSync(path, { force: true });
    }
  } catch (error) {
    log("debug", "an old file of a shared server stays", { path, error: String(error) });
  }
}
