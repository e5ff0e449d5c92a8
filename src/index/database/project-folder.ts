// The folder that the cache keeps for a project: whose it is, when it was last used, and taking it away in one step.
// Knows names and times of files, not what is in them.
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, type Stats, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import { Failure } from "../../vocabulary/failure.ts";

/** Names the project's root; its modification time is the project's last use. */
const MARKER_NAME = "project.json";
/** A use is noted at most so often, in milliseconds. */
const USE_NOTED_MS = 3_600_000;
/** A folder of this name is being removed, or was when its remover was killed. */
const REMOVED_PREFIX = ".removed-";

export interface ProjectMarker {
  /** Absolute, real path. */
  readonly root: string;
  /** Device of the root's file system when it was last opened: tells a removed folder from a disk that is not there. */
  readonly device: number;
}

/** The folder of all projects' folders. */
export function projectsFolder(cacheFolder: string): string {
  return join(cacheFolder, "projects");
}

/** Notes whose folder this is, and that it is used now. A folder that cannot be written stays without: it is only read. */
export async function markProject(folder: string, root: string): Promise<void> {
  const path = join(folder, MARKER_NAME);
  try {
    const marker: ProjectMarker = { root, device: statSync(root).dev };
    const known = readMarker(folder);
    if (known?.root === marker.root && known.device === marker.device) {
      noteUse(folder);
      return;
    }
    await writeFileAtomically(path, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  } catch (error) {
    log("debug", "index.not-marked", { folder, reason: String(error) });
  }
}

/** One look at a time, and once an hour a write. */
export function noteUse(folder: string, now: number = Date.now()): void {
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

/** Null where nothing says whose folder it is. */
export function readMarker(folder: string): ProjectMarker | null {
  try {
    const marker = JSON.parse(readFileSync(join(folder, MARKER_NAME), "utf8")) as Partial<ProjectMarker>;
    const { root, device } = marker;
    return typeof root === "string" && typeof device === "number" ? { root, device } : null;
  } catch {
    return null;
  }
}

/** Wall clock of the last use, milliseconds: the marker's time, or where there is none the newest file's or the folder's. */
export function lastUseOf(folder: string): number {
  const marker = statSync(join(folder, MARKER_NAME), { throwIfNoEntry: false });
  const names = marker === undefined ? ["", ...namesIn(folder)] : [MARKER_NAME];
  return Math.max(...names.map((name) => modifiedAt(join(folder, name))));
}

export type RootState = "there" | "gone" | "away";

/**
 * Whether the project's own folder is still there. `away`: its file system is not mounted here now, or nobody may
 * look: another device than the project's answers for the nearest folder above it.
 */
export function rootStateOf({ root, device }: ProjectMarker): RootState {
  for (let folder = root; ; folder = dirname(folder)) {
    try {
      const stat = statSync(folder);
      return folder === root ? "there" : stat.dev === device ? "gone" : "away";
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(folder) === folder) {
        return "away";
      }
    }
  }
}

/**
 * Takes a project's folder away: renamed in one step, so that nobody ever finds half of it and whoever has its database
 * open sees that it was replaced, then removed. False where it was not there. Throws the system's error where the
 * folder cannot be renamed (Windows, while a process has a file in it open).
 */
export function removeProjectFolder(folder: string): boolean {
  const aside = join(dirname(folder), `${REMOVED_PREFIX}${randomBytes(6).toString("hex")}`);
  try {
    renameSync(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return false;
    }
    throw error;
  }
  removeQuietly(aside);
  return true;
}

/** What a remover that was killed left behind. */
export function halfRemoved(cacheFolder: string): string[] {
  const folder = projectsFolder(cacheFolder);
  return namesIn(folder).flatMap((name) => (name.startsWith(REMOVED_PREFIX) ? [join(folder, name)] : []));
}

/** Removes a file or folder; what cannot be removed now is met again by the next `index gc`. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    log("info", "cache.leftover", { path, reason: String(error) });
  }
}

/** Folders of projects, absolute, whoever's they are. */
export function projectFolders(cacheFolder: string): string[] {
  const folder = projectsFolder(cacheFolder);
  return namesIn(folder)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter((path) => statOf(path)?.isDirectory() === true);
}

/** Names in a folder; none where there is no such folder. INDEX_UNAVAILABLE where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) {
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
  const message = `the cache cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
  const hint = `give this user permission to read ${path}, or remove it: all in the cache can be made again`;
  return new Failure("INDEX_UNAVAILABLE", message, { hint, cause });
}

function modifiedAt(path: string): number {
  return statOf(path)?.mtimeMs ?? 0;
}

/** Bytes of all files below a folder, or of one file. What goes away meanwhile counts nothing. */
export function bytesOf(path: string): number {
  const stat = statOf(path);
  if (stat === undefined) {
    return 0;
  }
  return stat.isDirectory() ? namesIn(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0) : stat.size;
}
