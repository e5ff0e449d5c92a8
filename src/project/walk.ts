// Keeps the tree equal to the file system. A folder whose stamp is unchanged is not listed again, a file costs one stat, and
// rules are judged only where names or rules changed. Of contents, only ignore files are read.

import type { Slicer } from "../system/slices.ts";
import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { CorpusFile } from "./corpus.ts";
import { type Entry, fileAt, type Stamp, sameStamp } from "./disk.ts";
import { readFolderRules } from "./folder-rules.ts";
import { judgeFolder } from "./judge-folder.ts";
import { linkProblem } from "./links.ts";
import { leadsToInclude, maxBytesOf } from "./policy.ts";
import { pathProblem, reasonOf } from "./problems.ts";
import { isBare, isOtherWorktree } from "./repository.ts";
import { isRacy } from "./rule-source.ts";
import { absolutePath, childPath, type FileNode, type FolderNode, findFolder, isSameState, type Tree } from "./tree.ts";

/** Files between two checks of the clock. */
const FILES_PER_LOOK = 128;
/** A folder that is replaced this often while it is examined is left for the next refresh. */
const LOOKS_MAX = 4;

/** Verifies a folder and everything below. If it is interrupted, the next call completes the tree. */
export async function verifyFolder(tree: Tree, folder: FolderNode, slicer: Slicer): Promise<void> {
  await verifyAlone(tree, folder, slicer);
  for (const child of folder.folders) await verifyFolder(tree, child, slicer);
}

/** Verifies a folder's entries, but not the content of its subfolders. */
export async function verifyAlone(tree: Tree, folder: FolderNode, slicer: Slicer): Promise<void> {
  await slicer.yieldIfDue();
  tree.marked.delete(folder.path);
  try {
    const entered = await verifyEntries(tree, folder, slicer);
    const shared = entered && (await verifyFiles(tree, folder, slicer));
    if (entered) verifyLinks(tree, folder);
    if (shared || hasEventlessState(folder)) tree.eventless.add(folder.path);
    else tree.eventless.delete(folder.path);
  } catch (error) {
    tree.marked.add(folder.path);
    throw error;
  }
}

/** Verifies the folders that a path lies in, from the top down and each alone, except those in `done`, where it then adds them. */
export async function verifyAbove(tree: Tree, path: string, done: Set<string>, slicer: Slicer): Promise<void> {
  let end = -1;
  for (let folder: FolderNode | null = tree.top; folder !== null; ) {
    if (!done.has(folder.path)) await verifyAlone(tree, folder, slicer);
    done.add(folder.path);
    end = path.indexOf("/", end + 1);
    folder = end === -1 ? null : findFolder(tree, path.slice(0, end));
  }
}

/** True if a file has further hard links, through which it can be written from a place that is not watched. */
async function verifyFiles(tree: Tree, folder: FolderNode, slicer: Slicer): Promise<boolean> {
  let shared = false;
  let untilLook = FILES_PER_LOOK;
  for (const file of folder.files) {
    if (verifyFile(tree, folder, file)) shared = true;
    untilLook -= 1;
    if (untilLook > 0) continue;
    untilLook = FILES_PER_LOOK;
    await slicer.yieldIfDue();
  }
  return shared;
}

function verifyLinks(tree: Tree, folder: FolderNode): void {
  for (const link of folder.links) {
    const problem = linkProblem(tree, childPath(folder, link.name));
    if (problem?.message !== link.problem?.message) tree.changed = true;
    link.problem = problem;
  }
}

/**
 * Whether the folder's state depends on more than its entries: a repository's files, targets of links, links that lead into it.
 */
function hasEventlessState(folder: FolderNode): boolean {
  if (folder.path === "" || folder.problem !== null || folder.links.length > 0 || folder.names.has(".git")) return true;
  for (const { stamp } of folder.rules?.own.values() ?? []) if (stamp !== null && stamp.links > 1) return true;
  return false;
}

/** Brings listing, rules and verdicts up to date; false if the folder is not searched. */
async function verifyEntries(tree: Tree, folder: FolderNode, slicer: Slicer): Promise<boolean> {
  let entries: readonly Entry[] | null;
  try {
    const stamp = lookAt(tree, folder);
    if (stamp === null || stamp.kind !== "folder") return close(tree, folder, null, "it was removed or replaced");
    entries = needsListing(folder, stamp) ? list(tree, folder, stamp) : null;
  } catch (error) {
    return close(tree, folder, null, reasonOf(error));
  }
  const exclusion = exclusionByEntries(tree, folder);
  if (exclusion !== null) return close(tree, folder, exclusion, null);
  if (folder.exclusion !== null || folder.problem !== null) reopen(tree, folder);
  const known = folder.rules;
  // Cleared until the entries are judged by the new rules: an interrupted refresh then starts this folder again.
  folder.rules = null;
  const rules = await readFolderRules(
    {
      root: tree.root,
      path: folder.path,
      names: folder.names,
      outer: folder.inherited.scope,
      outerTracked: folder.inherited.tracked,
      disk: tree.disk,
      userExcludes: tree.userExcludes,
      signal: slicer.signal,
    },
    known,
  );
  if (rules !== known || folder.judgedListing !== folder.listing) {
    entries ??= list(tree, folder, folder.stamp);
    await judgeFolder(tree, folder, entries, rules, slicer);
    folder.judgedListing = folder.listing;
  }
  folder.rules = rules;
  return true;
}

/** The folder's state. If folders are watched, the watch starts before the state is read. */
function lookAt(tree: Tree, folder: FolderNode): Stamp | null {
  const path = absolutePath(tree, folder.path);
  for (let looks = 1; ; looks++) {
    const stamp = tree.disk.stamp(path);
    if (stamp?.kind !== "folder" || tree.watches?.follow(folder.path, stamp) !== true) return stamp;
    if (looks < LOOKS_MAX) continue;
    tree.marked.add(folder.path);
    return stamp;
  }
}

function needsListing(folder: FolderNode, stamp: Stamp): boolean {
  return folder.stamp === null || !sameStamp(folder.stamp, stamp) || isRacy(folder.stamp, folder.listedAtMs);
}

function list(tree: Tree, folder: FolderNode, stamp: Stamp | null): readonly Entry[] {
  const listedAtMs = tree.disk.now();
  const entries = sorted(tree.disk.list(absolutePath(tree, folder.path)));
  const listing = entries.map((entry) => `${entry.kind} ${entry.name}`).join("/");
  if (listing !== folder.listing) folder.names = new Set(entries.map((entry) => entry.name));
  folder.listing = listing;
  folder.stamp = stamp;
  folder.listedAtMs = listedAtMs;
  return entries;
}

/** In code-unit order of the names, which is the order of most listings already. */
function sorted(entries: readonly Entry[]): readonly Entry[] {
  const isSorted = entries.every((entry, index) => index === 0 || (entries[index - 1]?.name ?? "") < entry.name);
  return isSorted ? entries : [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Bare repositories, other working trees of the project's, and folders that declare themselves environments or caches. */
function exclusionByEntries(tree: Tree, folder: FolderNode): Exclusion | null {
  const { names, path } = folder;
  if (path === "" || folder.inherited.within !== null || leadsToInclude(tree.policy, path)) return null;
  if (isBare(names)) return "ignored";
  if (names.has(".git") && !tree.policy.searches("worktree") && isOtherWorktree(absolutePath(tree, path), tree.disk)) {
    return "worktree";
  }
  return tree.policy.noise.isVendoredInside(names) && !tree.policy.searches("vendored") ? "vendored" : null;
}

/** Forgets everything below; the corpus then states the reason. */
function close(tree: Tree, folder: FolderNode, exclusion: Exclusion | null, reason: string | null): false {
  const message = reason === null ? null : `the folder could not be listed: ${reason}`;
  if (folder.exclusion !== exclusion || folder.problem?.message !== message) tree.changed = true;
  folder.exclusion = exclusion;
  folder.problem = message === null ? null : pathProblem("FOLDER_UNREADABLE", folder.path, message);
  if (message !== null) folder.stamp = null;
  Object.assign(folder, { files: [], folders: [], links: [], leftOut: [], judgedListing: null, rules: null });
  return false;
}

function reopen(tree: Tree, folder: FolderNode): void {
  folder.exclusion = null;
  folder.problem = null;
  tree.changed = true;
}

/** True if the file has further hard links, or cannot be examined. */
function verifyFile(tree: Tree, folder: FolderNode, file: FileNode): boolean {
  const path = childPath(folder, file.name);
  let stamp: Stamp | null;
  try {
    stamp = tree.disk.stamp(absolutePath(tree, path));
  } catch (error) {
    const message = `the file could not be examined: ${reasonOf(error)}`;
    if (file.problem?.message !== message) tree.changed = true;
    file.file = null;
    file.exclusion = "unreadable";
    file.problem = pathProblem("FILE_UNREADABLE", path, message);
    return true;
  }
  const known = file.file;
  if (stamp === null || stamp.kind !== "file") {
    // It vanished, or became something else, since the folder was listed.
    if (known !== null) tree.changed = true;
    file.file = null;
    folder.stamp = null;
    tree.marked.add(folder.path);
    return false;
  }
  const shared = stamp.links > 1;
  if (known !== null && isSameState(known, stamp)) return shared;
  const admitted = isAdmitted(file);
  file.file = fileAt(path, stamp);
  file.problem = null;
  file.exclusion = exclusionByState(tree, file, file.file);
  if (admitted && isAdmitted(file)) tree.edited.set(path, file.file);
  else tree.changed = true;
  return shared;
}

export const isAdmitted = ({ file, exclusion, problem }: FileNode): boolean =>
  file !== null && exclusion === null && problem === null;

/** Excluded by its size, or by the verdict on its content in this very state. */
function exclusionByState(tree: Tree, file: FileNode, state: CorpusFile): Exclusion | null {
  if (state.size > maxBytesOf(tree.policy, file.included)) return "oversized";
  const verdict = tree.verdicts.get(state.path);
  if (verdict === undefined || !isSameState(verdict.file, state)) return null;
  file.problem = verdict.problem;
  return verdict.exclusion;
}
