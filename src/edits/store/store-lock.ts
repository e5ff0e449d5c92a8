// Lets one process at a time write the sessions and files of a project. The lock is SQLite's on a database without content, so the system
// releases it when its holder ends, however that happens.

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { codeOf, Failure } from "../../vocabulary/failure.ts";

const RETRY_MS = 20;

/** Runs `use` while no other process or caller holds the lock. STORAGE_UNAVAILABLE after `waitMs`. */
export async function withStoreLock<Result>(
  folder: string,
  waitMs: number,
  use: () => Promise<Result>,
): Promise<Result> {
  const lock = openLock(folder);
  try {
    const until = performance.now() + waitMs;
    while (!tryToLock(lock)) {
      if (performance.now() > until) {
        throw new Failure("STORAGE_UNAVAILABLE", "another process is writing edits of this project", {
          hint: "try again once it is done; edit_status shows its session",
        });
      }
      await pause(RETRY_MS);
    }
    return await use();
  } finally {
    lock.close();
  }
}

/** Runs `use` under the lock; returns null if another process has it. */
export async function withFreeStore<Result>(folder: string, use: () => Promise<Result>): Promise<Result | null> {
  const lock = openLock(folder);
  try {
    return tryToLock(lock) ? await use() : null;
  } finally {
    lock.close();
  }
}

function openLock(folder: string): Connection {
  makeFolder(folder, PRIVATE_MODES.folder);
  return openSqlite(join(folder, "lock.sqlite"), { timeout: 0 });
}

function tryToLock(lock: Connection): boolean {
  try {
    // Nothing is ever written, so there is nothing to keep in a file beside it.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (codeOf(error).startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}
