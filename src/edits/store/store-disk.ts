// Everything that the store does to a disk, as one object with few functions, so that a test can make any of them fail.
import { constants, copyFileSync, linkSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { syncFolder, writeFileAtomically } from "../../system/atomic-file.ts";
import { type FileAccess, PERMISSIONS, PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { codeOf } from "../../vocabulary/failure.ts";

export interface NewFile extends FileAccess {
  readonly bytes: Buffer;
}

/** Paths are absolute, or go through an open folder (tree-folder.ts). All throw the system's errors. */
export interface StoreDisk {
  makeFolder(path: string): void;
  /** Fails where the folder is not empty. */
  removeFolder(path: string): void;
  /** Gives a file a second name; makes a copy on file systems without hard links. Never replaces a file. */
  link(path: string, second: string): void;
  /** Moves a file to a name where there is none: EEXIST where there is one. */
  moveToFreeName(path: string, name: string): void;
  /** Replaces what has the new name. */
  rename(path: string, name: string): void;
  unlink(path: string): void;
  /** A file that does not exist yet, whole and synced. */
  writeNew(path: string, file: NewFile): Promise<void>;
  /** A file of the store itself: the old or the new content, whenever the process ends. */
  writeDocument(path: string, content: Buffer | string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

const NO_HARD_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export const localStoreDisk: StoreDisk = {
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
  link: (path, second) =>
    linkOr(path, second, () => {
      copyFileSync(path, second, constants.COPYFILE_EXCL);
    }),
  moveToFreeName(path, name) {
    const linked = linkOr(path, name, () => renameSync(path, name));
    if (linked) unlinkSync(path);
  },
  rename: (path, name) => renameSync(path, name),
  unlink: (path) => unlinkSync(path),
  writeNew,
  writeDocument: (path, content) => writeFileAtomically(path, content, { mode: PRIVATE_MODES.file }),
  syncFolder,
};

/** Whether the file could be linked; otherwise `instead` was run. */
function linkOr(path: string, second: string, instead: () => void): boolean {
  try {
    linkSync(path, second);
    return true;
  } catch (error) {
    if (!NO_HARD_LINKS.includes(codeOf(error))) throw error;
    instead();
    return false;
  }
}

async function writeNew(path: string, { bytes, mode, owner }: NewFile): Promise<void> {
  const handle = await open(path, "wx", mode ?? 0o666);
  try {
    await handle.writeFile(bytes);
    // The umask may have narrowed what was asked for.
    await PERMISSIONS.apply(handle, { owner, mode });
    await handle.sync();
  } finally {
    await handle.close();
  }
}
