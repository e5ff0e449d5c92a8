// Ends work on a database that another process has cleared, removed or rebuilt: its pointer then names another database, or
// does not exist.
import { log } from "../../system/log.ts";
import { cancelled } from "../../vocabulary/failure.ts";
import type { IndexDatabase } from "./database.ts";

/** How often working processes check, in milliseconds. A check reads one small file. */
const LOOK_MS = 200;

/** Runs `work`, and calls `stop` once as soon as its database has been replaced. */
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

/** A pointer that cannot be read at the moment proves nothing. */
export function isReplaced(database: IndexDatabase): boolean {
  try {
    return database.replaced();
  } catch (error) {
    log("debug", "index.pointer-not-read", { folder: database.folder, reason: String(error) });
    return false;
  }
}

/** Throws CANCELLED if the database was replaced, since results for the old one must not be kept. */
export function throwIfReplaced(database: IndexDatabase): void {
  if (isReplaced(database)) {
    throw cancelled("the index was cleared or replaced by another process");
  }
}
