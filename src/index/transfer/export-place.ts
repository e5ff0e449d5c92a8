// Checks where an exported file may be written, and turns errors of writing it into failures.
import { constants, existsSync } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { isOpenStream } from "../../system/open-streams.ts";
import { codeOf, Failure, systemReason } from "../../vocabulary/failure.ts";

/** Called before the index is completed, which may take minutes. Throws ALREADY_EXISTS, INVALID_INPUT, STORAGE_UNAVAILABLE. */
export async function checkExportPlace(file: string, overwrite: boolean): Promise<void> {
  try {
    const stat = await lstat(file).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") {
        return null;
      }
      throw error;
    });
    if (stat?.isDirectory() === true) {
      throw new Failure("INVALID_INPUT", `file: ${file} is a folder`, { hint: "name a file in it" });
    }
    if (isOpenStream(file)) {
      return;
    }
    if (stat !== null && !overwrite) {
      throw existsAlready(file);
    }
    await access(dirname(file), constants.W_OK).catch((error: unknown) => {
      // A file in a folder that may not be written is written in its place.
      return existsSync(file) ? access(file, constants.W_OK) : Promise.reject(error);
    });
  } catch (error) {
    throw exportFailure(error, file);
  }
}

/** An error of the file system as a Failure; a Failure as it is. */
export function exportFailure(error: unknown, file: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const code = codeOf(error);
  if (code === "EEXIST") {
    return existsAlready(file);
  }
  const hint = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code)
    ? "free some disk space, or name a file on another disk"
    : "name a file in an existing folder that you may write to";
  return new Failure("STORAGE_UNAVAILABLE", `${file} cannot be written: ${systemReason(error)}`, {
    hint,
    cause: error,
  });
}

const existsAlready = (file: string): Failure =>
  new Failure("ALREADY_EXISTS", `${file} exists already`, {
    hint: "name another file, or replace it with `force`",
  });
