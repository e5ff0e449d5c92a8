// The two places where a project's results are kept, and which of them each mode reads and writes. Folders are made only by
// writing; reading leaves no trace.
import { lstat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { codeOf, Failure } from "../vocabulary/failure.ts";
import { rootsOf } from "../vocabulary/joined-path.ts";
import type { StorageBackend } from "./backend.ts";
import { openDiskBackend, PROJECT_MODES } from "./disk-backend.ts";
import { folderPath, type GuardedFolder, makeFolder, readGuarded, storageFailure } from "./guarded-folder.ts";
import { claimProjectFolder, findProjectFolder, type ProjectIdentity } from "./project-marker.ts";
import type { StorageMode } from "./saved-result.ts";

/** Folder inside a project; also the usual name of the global home, in the user's. */
const STORAGE_FOLDER = ".context-broker";
/** Content of the ignore file that keeps the folder out of the project's repository. */
const IGNORE_ALL = "*\n";

export type Scope = "project" | "global";

/** One place. A project's own folder may have come with a clone, so its content is not trusted. */
export interface Location {
  readonly scope: Scope;
  readonly trust: "own" | "untrusted";
  /** For messages. */
  readonly place: string;
  /** The backend there; null where nothing was ever kept. */
  find(): Promise<StorageBackend | null>;
  /** The backend there, made ready to be written. */
  prepare(): Promise<StorageBackend>;
}

export interface Locations {
  /** Null for several projects together: the folder of one would carry text of the others. */
  readonly project: Location | null;
  readonly global: Location;
}

async function writeIgnoreFile(folder: GuardedFolder): Promise<void> {
  const path = join(folderPath(folder), ".gitignore");
  try {
    await writeFileAtomically(path, IGNORE_ALL, { mode: PROJECT_MODES.file, overwrite: false });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw storageFailure(error, "write", path);
    }
  }
}

/** With sharing on, an ignore file that this program wrote is removed; one that a person changed stays. */
async function removeOwnIgnoreFile(folder: GuardedFolder): Promise<void> {
  if ((await readGuarded(folder, ".gitignore", 1024 * 1024)) === IGNORE_ALL) {
    await unlink(join(folderPath(folder), ".gitignore"));
  }
}

function projectLocation(root: string, home: string, share: boolean): Location {
  const folder = { anchor: root, steps: [STORAGE_FOLDER] };
  const backend = openDiskBackend(folder, PROJECT_MODES);
  return {
    scope: "project",
    trust: "untrusted",
    place: folderPath(folder),
    find: async () => {
      await refuseGlobalHome(folder, home);
      return backend;
    },
    prepare: async () => {
      await refuseGlobalHome(folder, home);
      await makeFolder(folder, PROJECT_MODES.folder);
      await (share ? removeOwnIgnoreFile(folder) : writeIgnoreFile(folder));
      return backend;
    },
  };
}

/** A project at the user's home would mix its results with those of every project, and they would be trusted alike. */
async function refuseGlobalHome(folder: GuardedFolder, home: string): Promise<void> {
  const [ours, global] = await Promise.all(
    [lstat(folderPath(folder)), lstat(home)].map((stat) => stat.catch(() => null)),
  );
  if (ours && global && ours.ino === global.ino && ours.dev === global.dev) {
    throw new Failure(
      "STORAGE_UNAVAILABLE",
      `${home} is the global data folder, so it cannot also hold a project's results`,
      {
        hint: "use storage mode `global` here",
      },
    );
  }
}

function globalLocation(home: string, project: ProjectIdentity): Location {
  const open = (folder: GuardedFolder) => openDiskBackend(folder, PRIVATE_MODES);
  return {
    scope: "global",
    trust: "own",
    place: home,
    find: async () => {
      const folder = await findProjectFolder(home, project);
      return folder === null ? null : open(folder);
    },
    prepare: async () => open(await claimProjectFolder(home, project)),
  };
}

/** `home` is the global home itself (`~/.context-broker`). */
export function diskLocations(home: string, project: ProjectIdentity, share: boolean): Locations {
  const isOne = rootsOf(project.root).length === 1;
  return {
    project: isOne ? projectLocation(project.root, home, share) : null,
    global: globalLocation(home, project),
  };
}

/** The mode that reads one place only. */
export const modeOfScope = (scope: Scope): StorageMode => (scope === "project" ? "in-project" : "global");

/** Every place, in the order in which a request without a mode reads them: those of the mode first. */
export function placesRead(locations: Locations, mode: StorageMode): readonly Location[] {
  const { project, global } = locations;
  return project === null ? [global] : mode === "global" ? [global, project] : [project, global];
}

/**
 * The places of a mode in reading order. Only the first is written, or the next if the first cannot be. INVALID_INPUT where several
 * projects have no such place.
 */
export function placesOf({ project, global }: Locations, mode: StorageMode): readonly Location[] {
  if (project === null) {
    if (mode === "in-project") {
      throw new Failure("INVALID_INPUT", "a result of several projects is never stored in the folder of one of them", {
        hint: "use storage mode `global`, or search one project and save that",
      });
    }
    return [global];
  }
  switch (mode) {
    case "global":
      return [global];
    case "in-project":
      return [project];
    case "both":
      return [project, global];
  }
}
