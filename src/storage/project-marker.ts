// Which folder of the global home belongs to a project. Two projects may have the same name: a folder belongs to the project
// whose root its marker names, and the second project takes `<name>~<start of its root's hash>`. Creating the marker fails if
// there is one already, so two processes cannot both claim a folder.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { sha256Of } from "../system/sha256.ts";
import { codeOf, Failure } from "../vocabulary/failure.ts";
import { folderPath, type GuardedFolder, makeFolder, readGuarded, storageFailure } from "./guarded-folder.ts";
import { foldName, NAME_BYTES_MAX, repairName } from "./names.ts";
import { OWN_SAVES_FILE } from "./own-saves.ts";

/** Starts with a dot, as no saved result's name does. */
const MARKER_FILE = ".project.json";
const MARKER_VERSION = 1;

const MARKER_BYTES_MAX = 64 * 1024;
/** Other entries of the global home than projects' folders. */
const RESERVED = ["journal", "projects.jsonl", OWN_SAVES_FILE];
/** Leaves room for `~` and a hash. */
const PROJECT_NAME_BYTES_MAX = 120;

export interface ProjectIdentity {
  /** Absolute, real path; `joinedRoot` of several projects that were searched together. */
  readonly root: string;
  /** The folder's own name, any text; of several projects all their names. */
  readonly name: string;
}

const markerSchema = z.object({ schema_version: z.int(), project: z.string(), root: z.string() });

/** Hex SHA-256 of a root path; `length` digits of it. */
export const rootHash = (root: string, length: number): string => sha256Of(root, length);

/** The folder names that a project may have, in the order in which they are tried. */
function candidates(project: ProjectIdentity): string[] {
  const name = repairName(project.name, "project", PROJECT_NAME_BYTES_MAX);
  const plain = RESERVED.includes(foldName(name)) ? [] : [name];
  return [...plain, `${name}~${rootHash(project.root, 8)}`, `${name}~${rootHash(project.root, 32)}`];
}

/** The root that a folder's marker names; null if the folder has no marker; "" if the marker is invalid. */
async function ownerOf(folder: GuardedFolder): Promise<string | null> {
  let text: string | null;
  try {
    text = await readGuarded(folder, MARKER_FILE, MARKER_BYTES_MAX);
    return text === null ? null : (markerSchema.safeParse(JSON.parse(text)).data?.root ?? "");
  } catch (error) {
    // A folder whose marker is damaged, a link or unreadable belongs to an unknown project and must not be taken over.
    if (error instanceof SyntaxError || error instanceof Failure) {
      return "";
    }
    throw error;
  }
}

/** The project's folder, or null where it has none yet. Creates nothing. */
export async function findProjectFolder(home: string, project: ProjectIdentity): Promise<GuardedFolder | null> {
  for (const name of candidates(project)) {
    const folder = { anchor: home, steps: [name] };
    if ((await ownerOf(folder)) === project.root) {
      return folder;
    }
  }
  return null;
}

async function claim(folder: GuardedFolder, project: ProjectIdentity): Promise<boolean> {
  const marker = { schema_version: MARKER_VERSION, project: project.name, root: project.root };
  const path = join(folderPath(folder), MARKER_FILE);
  try {
    await makeFolder(folder, PRIVATE_MODES.folder);
    const text = `${JSON.stringify(marker, null, 2)}\n`;
    await writeFileAtomically(path, text, { mode: PRIVATE_MODES.file, overwrite: false });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw storageFailure(error, "write", path);
    }
    return (await ownerOf(folder)) === project.root;
  }
}

/**
 * The name of the project that is unique in this home: that of its folder, or of the folder that it would get. It stays the
 * same as long as the folder exists.
 */
export async function folderNameOf(home: string, project: ProjectIdentity): Promise<string> {
  let free: string | undefined;
  for (const name of candidates(project)) {
    const owner = await ownerOf({ anchor: home, steps: [name] });
    if (owner === project.root) {
      return name;
    }
    free ??= owner === null ? name : undefined;
  }
  return free ?? project.name;
}

/** The root of the project whose folder has the name; null where there is none. */
export async function rootOfFolder(home: string, name: string): Promise<string | null> {
  const isFolderName = name !== "" && repairName(name, "project", NAME_BYTES_MAX) === name;
  return isFolderName ? (await ownerOf({ anchor: home, steps: [name] })) || null : null;
}

/** The roots of all projects that have a folder in the home, in order of the folders' names. */
export async function rootsWithFolder(home: string): Promise<readonly string[]> {
  const entries = await readdir(home, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return [];
    }
    throw storageFailure(error, "read", home);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const owners = await Promise.all(names.sort().map((name) => ownerOf({ anchor: home, steps: [name] })));
  return owners.flatMap((root) => root || []);
}

/** The project's folder in the global home; claims one if it has none. */
export async function claimProjectFolder(home: string, project: ProjectIdentity): Promise<GuardedFolder> {
  const found = await findProjectFolder(home, project);
  if (found !== null) {
    return found;
  }
  for (const name of candidates(project)) {
    const folder = { anchor: home, steps: [name] };
    const owner = await ownerOf(folder);
    if (owner === project.root || (owner === null && (await claim(folder, project)))) {
      return folder;
    }
  }
  throw new Failure("STORAGE_UNAVAILABLE", `every folder name for ${project.root} in ${home} is taken`, {
    hint: `delete folders of projects that no longer exist from ${home}`,
  });
}
