// What SQLite's error codes, and packed columns that cannot be read, mean for an index: try again, rebuild, or tell the user.

import { codeOf, Failure, messageOf } from "../../vocabulary/failure.ts";
import { DamagedBytes } from "../encoding/varint.ts";

/** Another connection is at work; the same call may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** The file is not a database, or is damaged. */
export function isCorrupt(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof DamagedBytes ||
    code.startsWith("SQLITE_CORRUPT") ||
    code.startsWith("SQLITE_NOTADB") ||
    code === "SQLITE_IOERR_SHORT_READ" ||
    code === "SQLITE_FORMAT"
  );
}

/** The folder or file may not be written by this process. */
export function isReadOnly(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith("SQLITE_READONLY") ||
    code.startsWith("SQLITE_CANTOPEN") ||
    code === "SQLITE_PERM" ||
    ["EACCES", "EPERM", "EROFS"].includes(code)
  );
}

/** The error for the user if the index cannot be used; a Failure passes through. */
export function indexFailure(error: unknown, folder: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const code = codeOf(error);
  const detail = messageOf(error);
  const unavailable = (message: string, hint: string) =>
    new Failure("INDEX_UNAVAILABLE", message, { hint, cause: error });
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") {
    return unavailable(
      `the disk that holds the index in ${folder} is full`,
      "free some space, or set another `cache_folder`",
    );
  }
  if (isBusy(error)) {
    return unavailable(`the index in ${folder} stayed locked by another process`, "end the process that holds it");
  }
  if (isCorrupt(error)) {
    return unavailable(`the index in ${folder} is damaged: ${detail}`, "ask again: it is rebuilt at the next request");
  }
  if (isReadOnly(error)) {
    return unavailable(
      `the index folder ${folder} cannot be written`,
      "give this user write access to it, or set another `cache_folder`",
    );
  }
  if (["ENOENT", "ENOTDIR", "EEXIST"].includes(code)) {
    return unavailable(
      `the index folder ${folder} cannot be created: ${detail}`,
      "make the cache folder writable, or set another `cache_folder`",
    );
  }
  return unavailable(
    `the index in ${folder} cannot be used: ${detail}`,
    "check that its folder is on a local disk; delete it to rebuild",
  );
}
