// Keeps the tree equal to the file system where changes are reported: examines only the marked folders. Whether the reports are
// complete is not known here.

import type { Slicer } from "../system/slices.ts";
import { isSameEntry } from "./disk.ts";
import { absolutePath, type FolderNode, findFolder, type Tree } from "./tree.ts";
import { verifyAlone, verifyFolder } from "./walk.ts";

/**
 * Verifies the marked folders, those with changes that cause no event, and everything below a folder that is new or replaced.
 * If it is interrupted, the folders that were not verified stay marked.
 */
export async function verifyMarked(tree: Tree, slicer: Slicer): Promise<void> {
  // In this order a folder comes before those below it.
  for (const path of [...new Set([...tree.marked, ...tree.eventless])].sort()) {
    const folder = findFolder(tree, path);
    if (folder === null) {
      tree.marked.delete(path);
      tree.eventless.delete(path);
    } else if (tree.marked.has(path) || tree.eventless.has(path)) {
      const before = folder.stamp;
      await verifyAlone(tree, folder, slicer);
      const moved = before !== null && folder.stamp !== null && !isSameEntry(before, folder.stamp);
      const unknown = folder.folders.filter((child) => moved || isAnotherFolder(tree, child));
      for (const child of unknown) markAll(tree, child);
      for (const child of unknown) await verifyFolder(tree, child, slicer);
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
    return stamp === null || !isSameEntry(stamp, folder.stamp);
  } catch {
    // Verifying the folder reports why it cannot be examined.
    return true;
  }
}
