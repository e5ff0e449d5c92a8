// The databases in a project's folder, of every version of this program: the pointers that name them, and a connection to
// look on by. Takes no lease, and knows no table.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { namesIn } from "./project-folder.ts";

/** Pointers of all versions' databases, absolute: `current-v5`. */
export function pointersIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (/^current-v\d+$/.test(name) ? [join(folder, name)] : []));
}

/** The database that a pointer names, absolute; null where it is not there, or the pointer has gone meanwhile. */
export function databaseAt(pointer: string): string | null {
  try {
    const name = readFileSync(pointer, "utf8").trim();
    const path = join(pointer, "..", basename(name));
    return name !== "" && existsSync(path) ? path : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}

/**
 * A connection for looking on. One that may write, where it can be had: the last one to close takes the log and its index
 * away again, which one that only reads leaves lying there. `timeout` in milliseconds.
 */
export function openBeside(path: string, timeout: number): Connection {
  try {
    return openSqlite(path, { fileMustExist: true, timeout });
  } catch {
    return openSqlite(path, { readonly: true, timeout });
  }
}
