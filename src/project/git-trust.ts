// Whether the repository that `.git` leads to belongs to this working tree. An unpacked archive can hold a `.git` file, a link,
// a `commondir` or an `alternates` file that leads to another repository of the user; a comparison of commits would then show
// that repository's history. Real worktrees and submodules are recognised from the other end: their git folder names the
// working tree (docs/inside/decisions/0008-foreign-git-folders.md).
import { dirname, join, resolve } from "node:path";
import { isInside } from "../system/platform/inside.ts";
import type { Disk } from "./disk.ts";

const POINTER_BYTES_MAX = 8_192;
const CONFIG_BYTES_MAX = 262_144;
/** Levels of object folders that borrow from others. */
const BORROWING_DEPTH_MAX = 5;

export interface GitFolders {
  /** Absolute folder that holds `.git`. */
  readonly top: string;
  readonly gitFolder: string;
  readonly commonFolder: string;
}

/**
 * Why the git folder belongs to another working tree, for a person to read; null if it is this one's. Throws the system's
 * errors.
 */
export function otherWorktreeReason({ top, gitFolder, commonFolder }: GitFolders, disk: Disk): string | null {
  const [tree, own, common] = [top, gitFolder, commonFolder].map((path) => disk.realPath(path)) as [
    string,
    string,
    string,
  ];
  if (!isInside(common, own)) {
    return "its commondir points to a repository that does not list it";
  }
  if (isInside(tree, own) || names(own, "gitdir", /^(.*)/, dirname) || names(own, "config", WORKTREE, (path) => path)) {
    return null;
  }
  return "its .git points to the repository of another working tree";

  /** Whether a file of the git folder names this working tree. */
  function names(folder: string, file: string, pattern: RegExp, toTree: (path: string) => string): boolean {
    const path = join(folder, file);
    if (disk.stamp(path)?.kind !== "file") return false;
    const [, named = ""] = pattern.exec(disk.readHead(path, CONFIG_BYTES_MAX).toString("utf8")) ?? [];
    return named !== "" && realOrNull(toTree(resolve(folder, named.trim())), disk) === tree;
  }
}

/** The value of `core.worktree`, as git writes it for submodules. */
const WORKTREE = /^\[core\](?:\n[^[][^\n]*)*?\n\s*worktree\s*=\s*"?([^"\n]+)/m;

const BORROWED = "its objects/info/alternates points to another repository";

/** Why git would read objects of another repository; null if all are its own. */
export function whyBorrowed({ gitFolder, commonFolder }: GitFolders, disk: Disk): string | null {
  const common = disk.realPath(commonFolder);
  const parts = [...["index", "HEAD"].map((name) => join(gitFolder, name)), join(common, "refs")];
  if (parts.some((path) => !isInside(common, realOrNull(path, disk) ?? common))) {
    return "symbolic links in its git folder point to another repository";
  }
  const folders = [join(common, "objects")];
  for (let depth = 0; depth < folders.length; depth++) {
    const objects = folders[depth] ?? "";
    if (depth > BORROWING_DEPTH_MAX) return "its objects come through too many alternates";
    if (hasLinkOut(objects, common, disk)) return "symbolic links in its objects point to another repository";
    const alternates = alternatesOf(objects, disk);
    if (alternates === null) return BORROWED;
    for (const line of alternates) {
      const lent = realOrNull(resolve(objects, line), disk);
      if (lent !== null && !isInside(common, lent)) return BORROWED;
      if (lent !== null) folders.push(lent);
    }
  }
  return null;
}

/** Whether the folder of objects, that of its packs, or an entry of either is a link that leads out of the repository. */
function hasLinkOut(objects: string, common: string, disk: Disk): boolean {
  for (const folder of [objects, join(objects, "pack"), join(objects, "info")]) {
    const real = realOrNull(folder, disk);
    if (real === null) continue;
    if (!isInside(common, real)) return true;
    const links = disk.list(real).filter(({ kind }) => kind === "link");
    if (links.some(({ name }) => !isInside(common, realOrNull(join(real, name), disk) ?? common))) return true;
  }
  return false;
}

/** Null if the list cannot be read completely: git also reads quoted lines, and a list of any length. */
function alternatesOf(objects: string, disk: Disk): readonly string[] | null {
  const file = realOrNull(join(objects, "info", "alternates"), disk);
  const stamp = file === null ? null : disk.stamp(file);
  if (file === null || stamp?.kind !== "file") return [];
  const lines = disk.readHead(file, POINTER_BYTES_MAX).toString("utf8").split("\n");
  const isTold = stamp.size <= POINTER_BYTES_MAX && !lines.some((line) => line.startsWith('"'));
  return isTold ? lines.filter((line) => line !== "" && !line.startsWith("#")) : null;
}

function realOrNull(path: string, disk: Disk): string | null {
  try {
    return disk.realPath(path);
  } catch {
    // The path leads nowhere.
    return null;
  }
}
