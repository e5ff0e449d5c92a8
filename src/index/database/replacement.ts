// Ends work on a database that was taken away under it: cleared, removed or rebuilt by another process. Knows only that
// the pointer names another database by now, or none.
import { log } from "../../system/log.ts";
import { cancelled } from "../../vocabulary/failure.ts";
import type { IndexDatabase } from "./database.ts";

/** How often working processes look, in milliseconds: one small file is read. */
const LOOK_MS = 200;

/** Runs `work`, and calls `stop` once as soon as its database is found to be replaced. */
export async function whileInPlace<Result>(
  database: IndexDatabase,
  stop: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    if (isReplaced(database)) {
      clearInterval(timer);
      stop();
    }
  }, LOOK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** A pointer that cannot be read for the moment says nothing. */
export function isReplaced(database: IndexDatabase): boolean {
  try {
    return database.replaced();
  } catch (error) {
    log("debug", "index.pointer-not-read", { folder: database.folder, reason: String(error) });
    return false;
  }
}

/** CANCELLED where the database was replaced: what was made for the old one is not to be kept. */
export function throwIfReplaced(database: IndexDatabase): void {
  if (isReplaced(database)) {
    throw cancelled("the index was cleared or replaced by another process");
  }
}
