// Keeps the tree equal to the file system where changes are told: looks only at the folders that something was told of.
// Whether what was told is all that happened is not known here.
import type { Stamp } from "./disk.ts";
import type { Pace } from "./pace.ts";
import { absolutePath, type FolderNode, findFolder, type Tree } from "./tree.ts";
import { verifyAlone, verifyFolder } from "./walk.ts";

/**
 * Verifies the folders that are marked, those that hold what is never told, and all below a folder that is new or another
 * one than before. Broken off midway, it leaves the marks of what was not done.
 */
export async function verifyMarked(tree: Tree, pace: Pace): Promise<void> {
  // In this order a folder comes before those below it.
  for (const path of [...new Set([...tree.marked, ...tree.untold])].sort()) {
    const folder = findFolder(tree, path);
    if (folder === null) {
      tree.marked.delete(path);
      tree.untold.delete(path);
    } else if (tree.marked.has(path) || tree.untold.has(path)) {
      const before = folder.stamp;
      await verifyAlone(tree, folder, pace);
      const moved = before !== null && folder.stamp !== null && !isSameFolder(before, folder.stamp);
      const unknown = folder.folders.filter((child) => moved || isAnotherFolder(tree, child));
      for (const child of unknown) markAll(tree, child);
      for (const child of unknown) await verifyFolder(tree, child, pace);
    }
  }
}

function markAll(tree: Tree, folder: FolderNode): void {
  tree.marked.add(folder.path);
  for (const child of folder.folders) markAll(tree, child);
}

function isAnotherFolder(tree: Tree, folder: FolderNode): boolean {
  if (folder.stamp === null) return true;
  try {
    const stamp = tree.disk.stamp(absolutePath(tree, folder.path));
    return stamp === null || !isSameFolder(stamp, folder.stamp);
  } catch {
    // Why it cannot be looked at, verifying it says.
    return true;
  }
}

function isSameFolder(a: Stamp, b: Stamp): boolean {
  return a.inode === b.inode && a.device === b.device;
}
