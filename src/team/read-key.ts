// The API key of a team's server, from a file that only its owner may read.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { messageOf } from "../vocabulary/errors.ts";
import { Failure } from "../vocabulary/failure.ts";

/** A named pipe must not be waited for; Windows has no such flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const FILE_BYTES_MAX = 4_096;
/** What may stand in an HTTP header. */
const KEY_FORM = /^[\x21-\x7e]{1,2048}$/;

/** Throws INVALID_SETTING for a file that cannot be read, that others may read, or that has no key. */
export function readKey(path: string): string {
  const invalid = (what: string, hint: string, cause?: unknown) =>
    new Failure("INVALID_SETTING", `index_key_file: ${what}`, { hint, cause });
  let file: number;
  try {
    file = openSync(path, READ_ONLY);
  } catch (error) {
    throw invalid(`${path} cannot be read: ${messageOf(error)}`, "write the API key into that file", error);
  }
  try {
    const stats = fstatSync(file);
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
      throw invalid(`other users may read ${path}`, `run \`chmod 600 ${path}\``);
    }
    const key = stats.isFile() && stats.size <= FILE_BYTES_MAX ? readFileSync(file, "utf8").trim() : "";
    if (!KEY_FORM.test(key)) {
      throw invalid(`${path} has no API key`, "write the key alone into that file, on one line");
    }
    return key;
  } finally {
    closeSync(file);
  }
}
