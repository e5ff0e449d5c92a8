// A file of the project as the store reads it: the bytes with their hash, and what must be kept beside them.
import { closeSync, fstatSync } from "node:fs";
import { readUpTo } from "../../project/disk.ts";
import { LINKS } from "../../system/platform/links.ts";
import { NoFolderError, type OpenFolder } from "../../system/platform/open-folder.ts";
import { sha256Of } from "../../system/sha256.ts";
import { codeOf } from "../../vocabulary/failure.ts";
import { inFolderOf } from "./tree-folder.ts";

export interface TreeFile {
  readonly bytes: Buffer;
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
  /** Permission bits, with set-user-id and the like. */
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
  /** Names that the file has (hard links). */
  readonly names: number;
}

/** What is at a path of the project. */
export type TreeEntry =
  | { readonly kind: "file"; readonly file: TreeFile }
  | { readonly kind: "absent" }
  /** A link is at the path or on the way to it. */
  | { readonly kind: "link" }
  /** A folder, pipe or device. */
  | { readonly kind: "other" };

/** Throws the system's errors, such as EACCES. */
export const readEntry = (root: string, path: string): TreeEntry => entryOf(() => inFolderOf(root, path, readIn));

/** What a look into the folder of a path finds; the folder may be gone, or have become a link. */
export function entryOf(look: () => TreeEntry): TreeEntry {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "absent" };
    if (error instanceof NoFolderError) return { kind: "link" };
    throw error;
  }
}

/** Like readEntry, for a name in a folder that is open. */
export function readIn(folder: OpenFolder, name: string): TreeEntry {
  let descriptor: number;
  try {
    descriptor = LINKS.openFile(folder.at(name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "absent" };
    if (["ELOOP", "EMLINK"].includes(codeOf(error))) return { kind: "link" };
    // A socket or a device without a driver.
    if (codeOf(error) === "ENXIO") return { kind: "other" };
    throw error;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { kind: "other" };
    const bytes = readUpTo(descriptor, stats.size);
    const file = { bytes, sha256: sha256Of(bytes), mode: stats.mode & 0o7777, owner: stats.uid, group: stats.gid };
    return { kind: "file", file: { ...file, names: stats.nlink } };
  } finally {
    closeSync(descriptor);
  }
}
