// Removes what daemons of earlier builds and other settings left in their folder: logs, remembered answers, entries and sockets after a kill.
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { log } from "../system/log.ts";
import { readEntry } from "./entry.ts";
import { runningDaemons } from "./running.ts";

/** What nobody has written for this long belongs to a program or settings that are gone. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** Files of daemons that listen stay. What cannot be removed is logged, and tried again by the next daemon. */
export async function sweepDaemons(folder: string): Promise<void> {
  try {
    const endpoints = new Set((await runningDaemons(folder)).map(({ endpoint }) => endpoint));
    const sockets = new Set([...endpoints].map((endpoint) => basename(endpoint)));
    const isUsed = (name: string): boolean =>
      sockets.has(name) || (name.endsWith(".json") && endpoints.has(readEntry(join(folder, name))?.endpoint ?? ""));
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!isUsed(name) && Date.now() - statSync(path).mtimeMs > UNUSED_MS) {
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    log("debug", "old files of shared servers stay", { folder, error: String(error) });
  }
}
