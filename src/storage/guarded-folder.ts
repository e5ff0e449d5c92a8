// Folders and files that may have come with a clone. Below a trusted anchor no component is followed if it is a link, in
// reading or in writing. There is no defence against a process that swaps components meanwhile; it already runs as the user.

import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../system/atomic-file.ts";
import { makeFolder as makePlainFolder } from "../system/make-folder.ts";
import { LINKS } from "../system/platform/links.ts";
import { codeOf, Failure, systemReason } from "../vocabulary/failure.ts";

/** `anchor` is trusted and followed as it is (a project's real root, the user's home); each step below is checked. */
export interface GuardedFolder {
  readonly anchor: string;
  readonly steps: readonly string[];
}

export const folderPath = (folder: GuardedFolder): string => join(folder.anchor, ...folder.steps);

/** STORAGE_UNAVAILABLE for errors of the file system; a Failure passes through. */
export function storageFailure(error: unknown, doing: string, path: string): Failure {
  if (error instanceof Failure) {
    return error;
  }
  return new Failure("STORAGE_UNAVAILABLE", `cannot ${doing} ${path}: ${systemReason(error)}`, {
    hint: "repair or free that location, or use another storage mode (global, in-project, both)",
    cause: error,
  });
}

const refusedLink = (path: string): Failure =>
  new Failure(
    "STORAGE_UNAVAILABLE",
    `${path} is a symbolic link; saved results are not read or written through links`,
    {
      hint: "replace the link by a real folder or file, or use storage mode `global`",
    },
  );

/** Whether the folder exists. STORAGE_UNAVAILABLE if a component is a link or a file. */
export async function checkFolder(folder: GuardedFolder): Promise<boolean> {
  let path = folder.anchor;
  for (const step of folder.steps) {
    path = join(path, step);
    try {
      const found = await lstat(path);
      if (found.isSymbolicLink()) {
        throw refusedLink(path);
      }
      if (!found.isDirectory()) {
        throw new Failure("STORAGE_UNAVAILABLE", `${path} is not a folder`, { hint: "move it away, then try again" });
      }
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return false;
      }
      throw storageFailure(error, "look at", path);
    }
  }
  return true;
}

/** Makes missing components, syncs each new folder into its parent, and checks all of them. */
export async function makeFolder(folder: GuardedFolder, mode: number): Promise<void> {
  try {
    if (folder.steps.length === 0) {
      makePlainFolder(folder.anchor, mode);
      return;
    }
    await makeFolder({ anchor: folder.anchor, steps: folder.steps.slice(0, -1) }, mode);
    await mkdir(folderPath(folder), { mode });
    await syncFolder(dirname(folderPath(folder)));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw storageFailure(error, "make", folderPath(folder));
    }
  }
  await checkFolder(folder);
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  // A named pipe must not hang the program, nor a link be followed that appears after the check.
  const flags = constants.O_RDONLY | LINKS.flags;
  try {
    if ((await lstat(path)).isSymbolicLink()) {
      throw refusedLink(path);
    }
    return await open(path, flags);
  } catch (error) {
    switch (codeOf(error)) {
      case "ENOENT":
        return null;
      case "ELOOP":
      case "EMLINK":
        throw refusedLink(path);
      default:
        throw storageFailure(error, "read", path);
    }
  }
}

/** The text of a regular file right inside the folder, or null where folder or file is absent. */
export async function readGuarded(folder: GuardedFolder, file: string, bytesMax: number): Promise<string | null> {
  if (!(await checkFolder(folder))) {
    return null;
  }
  const path = join(folderPath(folder), file);
  const handle = await openOrNull(path);
  if (handle === null) {
    return null;
  }
  try {
    return await readText(handle, path, bytesMax);
  } finally {
    await handle.close();
  }
}

async function readText(handle: FileHandle, path: string, bytesMax: number): Promise<string> {
  const stat = await handle.stat();
  if (!stat.isFile()) {
    throw new Failure("STORAGE_UNAVAILABLE", `${path} is not a regular file`, { hint: "move it away" });
  }
  if (stat.size > bytesMax) {
    throw new Failure("DOCUMENT_INVALID", `${path} has ${stat.size} bytes; at most ${bytesMax} are read`, {
      hint: "delete it: context-broker never writes files that large",
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await handle.readFile());
  } catch (error) {
    if (error instanceof TypeError) {
      throw new Failure("DOCUMENT_INVALID", `${path} is not UTF-8 text`, { hint: "delete it", cause: error });
    }
    throw storageFailure(error, "read", path);
  }
}
