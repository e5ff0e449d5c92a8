// A project's folder in the cache: whose it is, when it was last used, and its removal in one step. Handles names and times of
// files, not their content.

import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import { BUSY_FILES } from "../../system/platform/busy-files.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { codeOf, Failure, messageOf, unlessAbsent } from "../../vocabulary/failure.ts";

/** Names the project's root; its modification time is the project's last use. */
const MARKER_NAME = "project.json";
/** A use is recorded at most once in this time, in milliseconds. */
const USE_NOTED_MS = 3_600_000;
/** Prefix of a folder that is being removed, or was when the removing process was killed. */
const REMOVED_PREFIX = ".removed-";

export interface ProjectMarker {
  /** Absolute, real path. */
  readonly root: string;
  /** Device of the root's file system when it was last opened. Distinguishes a deleted folder from a disk that is not mounted. */
  readonly device: number;
}

/** The folder of all projects' folders. */
export const projectsFolder = (cacheFolder: string): string => join(cacheFolder, "projects");

/** The folder of what is cached about several projects. */
export const joinedFolder = (cacheFolder: string): string => join(cacheFolder, "joined");

/** Records whose folder this is, and that it is used now. A folder that cannot be written is left as it is, and only read. */
export async function markProject(folder: string, root: string): Promise<void> {
  const path = join(folder, MARKER_NAME);
  try {
    const marker: ProjectMarker = { root, device: statSync(root).dev };
    const known = readMarker(folder);
    if (known?.root === marker.root && known.device === marker.device) {
      noteUse(folder);
      return;
    }
    await writeFileAtomically(path, `${JSON.stringify(marker)}\n`, { mode: PRIVATE_MODES.file });
  } catch (error) {
    log("debug", "index.not-marked", { folder, reason: String(error) });
  }
}

/** Costs one stat, and a write once an hour. */
export function noteUse(folder: string): void {
  const now = Date.now();
  const path = join(folder, MARKER_NAME);
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && Math.abs(now - stat.mtimeMs) > USE_NOTED_MS) {
      utimesSync(path, now / 1000, now / 1000);
    }
  } catch (error) {
    log("debug", "index.use-not-noted", { folder, reason: String(error) });
  }
}

/** Null if the folder has no readable marker. */
export function readMarker(folder: string): ProjectMarker | null {
  try {
    const marker = JSON.parse(readFileSync(join(folder, MARKER_NAME), "utf8")) as Partial<ProjectMarker>;
    const { root, device } = marker;
    return typeof root === "string" && typeof device === "number" ? { root, device } : null;
  } catch {
    return null;
  }
}

/** Wall-clock time of the last use, in milliseconds: of the marker, or without one of the newest file or the folder. */
export function lastUseOf(folder: string): number {
  const marker = statSync(join(folder, MARKER_NAME), { throwIfNoEntry: false });
  const names = marker === undefined ? ["", ...namesIn(folder)] : [MARKER_NAME];
  return Math.max(...names.map((name) => modifiedAt(join(folder, name))));
}

export type RootState = "there" | "gone" | "away";

/**
 * Whether the project's root still exists. `away`: its file system is not mounted here, or access is denied: the nearest
 * existing parent folder is on another device than the project was.
 */
export function rootStateOf({ root, device }: ProjectMarker): RootState {
  for (let folder = root; ; folder = dirname(folder)) {
    try {
      const stat = statSync(folder);
      return folder === root ? "there" : stat.dev === device ? "gone" : "away";
    } catch (error) {
      const code = codeOf(error);
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(folder) === folder) {
        return "away";
      }
    }
  }
}

/**
 * Removes a project's folder, and what is cached about several projects, which may carry text of this one. It is renamed first, in one step,
 * so that no process finds half of it, and processes with its database open notice the replacement. False if it did not exist. Throws the
 * system's error if a folder cannot be renamed (Windows, while a process has a file in it open).
 */
export function removeProjectFolder(folder: string): boolean {
  const parent = dirname(folder);
  setAside(joinedFolder(dirname(parent)), parent);
  return setAside(folder, parent);
}

/** Renames a folder into `parent` and removes it there; what is left is removed by the next `index gc`. */
function setAside(folder: string, parent: string): boolean {
  const aside = join(parent, `${REMOVED_PREFIX}${randomBytes(6).toString("hex")}`);
  const isThere = unlessAbsent(() => {
    BUSY_FILES.retriedNow(() => renameSync(folder, aside));
    return true;
  }, false);
  removeQuietly(aside);
  return isThere;
}

/** Folders whose removal was interrupted by a kill. */
export function halfRemoved(cacheFolder: string): string[] {
  const folder = projectsFolder(cacheFolder);
  return namesIn(folder).flatMap((name) => (name.startsWith(REMOVED_PREFIX) ? [join(folder, name)] : []));
}

/** Removes a file or folder; what cannot be removed is left to the next `index gc`. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    log("info", "cache.leftover", { path, reason: String(error) });
  }
}

/** Absolute paths of all projects' folders. */
export function projectFolders(cacheFolder: string): string[] {
  const folder = projectsFolder(cacheFolder);
  return namesIn(folder)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter((path) => statOf(path)?.isDirectory() === true);
}

/** Names in a folder; none if it does not exist. INDEX_UNAVAILABLE if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) {
      return [];
    }
    throw unreadable(folder, error);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): Failure {
  const message = `the cache cannot be read: ${messageOf(cause)}`;
  const hint = `give this user permission to read ${path}, or delete it: the cache can be rebuilt`;
  return new Failure("INDEX_UNAVAILABLE", message, { hint, cause });
}

const modifiedAt = (path: string): number => statOf(path)?.mtimeMs ?? 0;

/** Bytes of one file, or of all files below a folder. A file that vanishes meanwhile counts 0. */
export function bytesOf(path: string): number {
  const stat = statOf(path);
  if (stat === undefined) {
    return 0;
  }
  return stat.isDirectory() ? namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0) : stat.size;
}
