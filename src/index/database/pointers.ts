// The databases in a project's folder, of every version of this program: the pointers that name them, and a connection for
// reading while another process writes.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Connection, openSqlite } from "../../system/sqlite.ts";
import { unlessAbsent } from "../../vocabulary/failure.ts";
import { namesIn } from "./project-folder.ts";

/** Pointers of all versions' databases, absolute: `current-v5`. */
export const pointersIn = (folder: string): string[] =>
  namesIn(folder).flatMap((name) => (/^current-v\d+$/.test(name) ? [join(folder, name)] : []));

/** Absolute path of the database that a pointer names; null if it or the pointer does not exist. */
export function databaseAt(pointer: string): string | null {
  const name = unlessAbsent(() => readFileSync(pointer, "utf8").trim(), "");
  const path = join(pointer, "..", basename(name));
  return name !== "" && existsSync(path) ? path : null;
}

/**
 * A connection for looking only. It is opened for writing if possible, since the last writing connection to close removes the
 * log and its index, and a read-only one leaves them behind. `timeout` in milliseconds.
 */
export function openBeside(path: string, timeout: number): Connection {
  try {
    return openSqlite(path, { fileMustExist: true, timeout });
  } catch {
    return openSqlite(path, { readonly: true, timeout });
  }
}
