// Removes what daemons of earlier builds and other settings left in their folder: logs, remembered answers, entries and sockets after a kill.
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { log } from "../system/log.ts";
import { readEntry } from "./entry.ts";
import { runningDaemons } from "./running.ts";

/** What nobody has written for this long belongs to a program or settings that are gone. */
const UNUSED_MS = 30 * 24 * 3_600_000;

/** All files of daemons that listen stay. What cannot be removed is logged, and tried again by the next daemon. */
export async function sweepDaemons(folder: string): Promise<void> {
  try {
    const endpoints = new Set((await runningDaemons(folder)).map(({ endpoint }) => endpoint));
    const names = readdirSync(folder);
    const running = names.filter((name) => endpoints.has(readEntry(join(folder, name))?.endpoint ?? ""));
    const stems = new Set([...running, ...[...endpoints].map((endpoint) => basename(endpoint))].map(stemOf));
    for (const name of names.filter((one) => !stems.has(stemOf(one)))) {
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
