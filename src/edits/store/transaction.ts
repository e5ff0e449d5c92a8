// Replaces files of the project, all or none. Each new file is written beside its place and synced, and the old one gets a second
// name; then every new file is renamed into place. A rename is the only way to replace a file in one step: written in place, a file
// would be torn by a process that is killed. The second names make going back a rename, too, which needs no space on a full disk.
import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { BusyFiles } from "../../system/platform/busy-files.ts";
import { NoFolderError, type OpenFolder } from "../../system/platform/open-folder.ts";
import { codeOf } from "../../vocabulary/failure.ts";
import type { Backups } from "./backups.ts";
import type { FileState, Journal, Step } from "./journal.ts";
import type { StoreDisk } from "./store-disk.ts";
import { entryOf, readIn, type TreeEntry } from "./tree-file.ts";
import { inFolderOf, type WrittenFolders } from "./tree-folder.ts";

/** The project's files, and how they are written. */
export interface Tree {
  /** Absolute, real path. */
  readonly root: string;
  readonly disk: StoreDisk;
  readonly busy: BusyFiles;
}

/** A path that is not as the transaction expected it. */
export interface Obstacle {
  readonly path: string;
  /** "has changed", ready for a sentence that begins with the path. */
  readonly why: string;
}

/** A file is not as it was when the edit was made. */
export class ObstacleError extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(`${obstacle.path} ${obstacle.why}`);
    this.obstacle = obstacle;
  }
}

/** The system refused to write at a path; `cause` is its error. */
export class StepError extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause });
    this.path = path;
  }
}

const LINKED = "has become a symbolic link, or a folder above it has";

/** Of a file that is made again from a document alone: no more than permissions. */
export const plainMode = (mode: number | null): number | null => mode && mode & 0o777;

/** Null where the path is as `state` says; permissions are not compared. */
export function whyDifferent(entry: TreeEntry, state: FileState | null): string | null {
  if (entry.kind === "link") return LINKED;
  if (entry.kind === "other") return "has become a folder or another special file";
  if (entry.kind === "absent") return state === null ? null : "no longer exists";
  if (state === null) return "exists already";
  return entry.file.sha256 === state.sha256 ? null : "has changed";
}

/** Writes all new files beside their places, in folders that are kept from then on. `contentOf`: the bytes of a hash. Throws ObstacleError, StepError. */
export async function prepare(
  tree: Tree,
  kept: WrittenFolders,
  journal: Journal,
  contentOf: (sha256: string) => Buffer,
): Promise<void> {
  for (const folder of journal.folders) {
    await inStep(folder, () => inFolderOf(tree.root, folder, (above, name) => tree.disk.makeFolder(above.at(name))));
  }
  for (const step of journal.steps) {
    const write = async (folder: OpenFolder, name: string) => {
      const entry = readIn(folder, name);
      const why = whyDifferent(entry, step.before);
      if (why !== null) throw new ObstacleError({ path: step.path, why });
      if (step.after !== null && step.fresh !== null) {
        const { sha256, mode } = step.after;
        const owner = entry.kind === "file" ? entry.file : null;
        await tree.disk.writeNew(folder.at(step.fresh), { bytes: contentOf(sha256), mode, owner });
      }
      if (step.aside !== null) tree.disk.link(folder.at(name), folder.at(step.aside));
    };
    await inStep(step.path, () => kept.in(step.path, write));
  }
}

/**
 * Puts every prepared file in place, if all places are still as the journal says. Each folder is opened again, since another may have the path now.
 * Throws ObstacleError, StepError.
 */
export async function place(tree: Tree, journal: Journal): Promise<void> {
  for (const step of journal.steps) {
    // Compared again before each try: the other program may have written meanwhile.
    const placed = (folder: OpenFolder, name: string) =>
      tree.busy.retried(() => placeOne(tree.disk, folder, name, step));
    await inStep(step.path, () => inFolderOf(tree.root, step.path, placed));
  }
  // A program that wrote into an old file between the comparison and the rename wrote into the one set aside.
  for (const step of journal.steps) {
    const { path, aside, before } = step;
    if (aside === null) continue;
    const look = (folder: OpenFolder) => whyDifferent(readIn(folder, aside), before);
    const why = await inStep(path, () => inFolderOf(tree.root, path, look));
    if (why !== null) throw new ObstacleError({ path, why });
  }
  for (const folder of new Set(journal.steps.map(({ path }) => dirname(path)))) {
    await inStep(folder, () => inFolderOf(tree.root, `${folder}/.`, (opened) => tree.disk.syncFolder(opened.at("."))));
  }
}

function placeOne(disk: StoreDisk, folder: OpenFolder, name: string, step: Step): void {
  const why = whyDifferent(readIn(folder, name), step.before);
  if (why !== null) throw new ObstacleError({ path: step.path, why });
  if (step.fresh === null) disk.unlink(folder.at(name));
  else if (step.before === null) disk.moveToFreeName(folder.at(step.fresh), folder.at(name));
  else disk.rename(folder.at(step.fresh), folder.at(name));
}

/** Runs one step; what the system says becomes an error that names the path. */
async function inStep<Result>(path: string, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ObstacleError) throw error;
    if (error instanceof NoFolderError) throw new ObstacleError({ path, why: LINKED });
    if (codeOf(error) === "EEXIST") throw new ObstacleError({ path, why: "exists already" });
    if (codeOf(error) === "ENOENT") throw new ObstacleError({ path, why: "no longer exists, or a folder above it" });
    throw codeOf(error) === "" ? error : new StepError(path, error);
  }
}

/**
 * Removes the temporary names: from then on the transaction can be reverted only from the backups. Throws ObstacleError where a folder that may
 * have them has become a link.
 */
export async function removeTemporaries({ disk, busy }: Tree, kept: WrittenFolders, journal: Journal): Promise<void> {
  for (const { path, aside, fresh } of journal.steps) {
    for (const name of [aside, fresh]) {
      if (name === null) continue;
      const remove = () => kept.in(path, (folder) => ifThere(folder.at(name), disk.unlink));
      await busy
        .retried(() => unlessGone(remove))
        .catch((error: unknown) => {
          if (!(error instanceof NoFolderError)) throw error;
          if (kept.mayHaveWritten(path)) throw new ObstacleError({ path, why: LINKED });
        });
    }
  }
}

/**
 * Puts back what the journal says was there before, from the files set aside or else from the backups. A path that is neither
 * as before nor as the transaction left it was changed by another program: it stays as it is, and is listed in the result.
 */
export async function revert(
  tree: Tree,
  kept: WrittenFolders,
  journal: Journal,
  backups: Backups,
): Promise<readonly Obstacle[]> {
  const obstacles: Obstacle[] = [];
  for (const step of [...journal.steps].reverse()) {
    const why = await revertStep(tree, kept, step, backups);
    if (why !== null) obstacles.push({ path: step.path, why });
  }
  await removeTemporaries(tree, kept, journal);
  await removeFolders(tree, journal.folders);
  return obstacles;
}

async function revertStep(
  { disk, busy }: Tree,
  kept: WrittenFolders,
  step: Step,
  backups: Backups,
): Promise<string | null> {
  const { path, before, after, aside } = step;
  const entry = entryOf(() => kept.in(path, readIn));
  if (whyDifferent(entry, before) === null) return null;
  const why = whyDifferent(entry, after);
  if (why !== null) return why;
  const toPlace = async (folder: OpenFolder, name: string) => {
    const putBack = (from: string) => busy.retried(() => disk.rename(from, folder.at(name)));
    if (before === null) await busy.retried(() => disk.unlink(folder.at(name)));
    else if (aside !== null && readIn(folder, aside).kind === "file") await putBack(folder.at(aside));
    else {
      const fresh = folder.at(aside ?? "");
      const present = entry.kind === "file" ? entry.file : null;
      const mode = present?.mode ?? plainMode(before.mode);
      await disk.writeNew(fresh, { bytes: backups.read(before.sha256), mode, owner: present });
      await putBack(fresh);
    }
    await disk.syncFolder(folder.at("."));
  };
  try {
    await inStep(path, () => kept.in(path, toPlace));
  } catch (error) {
    if (error instanceof ObstacleError) return error.obstacle.why;
    throw error instanceof StepError ? error.cause : error;
  }
  return null;
}

/** Removes folders, innermost first, as far as they are empty. */
export async function removeFolders({ root, disk, busy }: Tree, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) {
    const remove = () => inFolderOf(root, folder, (above, name) => ifThere(above.at(name), disk.removeFolder));
    try {
      await busy.retried(remove);
    } catch (error) {
      const stays =
        error instanceof NoFolderError || ["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(codeOf(error));
      if (!stays) throw error;
    }
  }
}

/** A read-only disk refuses to remove even what is not there: without this, a commit that wrote nothing could not be taken back. */
function ifThere(path: string, remove: (path: string) => void): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) remove(path);
}

function unlessGone(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}
