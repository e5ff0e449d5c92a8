// The daemons that listen now, by their entries.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SIGNALS } from "../system/platform/signals.ts";
import { hasEnded } from "../system/process-identity.ts";
import { unlessAbsent } from "../vocabulary/failure.ts";
import { type DaemonEntry, readEntry } from "./entry.ts";
import { isListening } from "./try-connect.ts";

/** A daemon ends within two seconds of the signal. */
const END_MS_MAX = 4_000;
const CHECK_MS = 50;

export interface RunningDaemon extends DaemonEntry {
  /** Of the entry's file. */
  readonly name: string;
}

/** `folder`: where the entries are; it need not exist. */
export async function runningDaemons(folder: string): Promise<readonly RunningDaemon[]> {
  const entries = entryNames(folder).flatMap((name) => {
    const entry = readEntry(join(folder, name));
    return entry === null ? [] : [{ ...entry, name }];
  });
  const alive = await Promise.all(entries.map(({ endpoint }) => isListening(endpoint)));
  return entries.filter((_, index) => alive[index]);
}

/** Each takes the memory of a model. */
const DAEMONS_MAX = 2;

/** Whether a daemon may be started for this entry: few of its build run for other settings. */
export async function hasRoom(file: string): Promise<boolean> {
  const [build = ""] = basename(file).split("-");
  const running = await runningDaemons(dirname(file));
  return running.filter(({ name }) => name.startsWith(`${build}-`) && name !== basename(file)).length < DAEMONS_MAX;
}

/**
 * Resolves when the daemon does not listen any more and its process has ended, so that nothing writes to its folders after that. If it hangs, it
 * is killed, and its work is left as after a crash. After some seconds without a socket, the process is not waited for any longer: its pid may be
 * another process's.
 */
export async function endDaemon({ pid, endpoint }: DaemonEntry): Promise<void> {
  SIGNALS.askToEnd(pid);
  const until = performance.now() + END_MS_MAX;
  for (;;) {
    const isLate = performance.now() > until;
    if (await isListening(endpoint)) {
      if (isLate) {
        SIGNALS.endAtOnce(pid);
      }
    } else if (isLate || hasEnded(pid)) {
      return;
    }
    await delay(CHECK_MS);
  }
}

const entryNames = (folder: string): string[] =>
  unlessAbsent(() => readdirSync(folder), []).filter((name) => name.endsWith(".json"));
