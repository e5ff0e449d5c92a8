// Makes a folder with all those above it. Node's own recursive mkdir never returns for a path below /proc, where making a folder
// fails as if the one above it were missing.
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../vocabulary/failure.ts";

/** Does nothing if the folder exists. `mode` applies to each folder that is made. Throws the system's errors. */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, mode);
    return;
  } catch (error) {
    if (isFolder(path)) {
      return;
    }
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) {
      throw error;
    }
  }
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) {
      throw error;
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // The folder cannot be examined; the error of making it will say more.
    return false;
  }
}
