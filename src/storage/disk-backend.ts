// Saved results as files of one folder, `<name>.json` each. Other files there are left alone; names starting with a
// dot belong to the program (the marker, the ignore file, writes in progress).

import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { abandonedWrites, syncFolder, writeFileAtomically } from "../system/atomic-file.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { codeOf, type Problem } from "../vocabulary/failure.ts";
import { DOCUMENT_BYTES_MAX, type StorageBackend, type StoredEntry, type StoredListing } from "./backend.ts";
import {
  checkFolder,
  folderPath,
  type GuardedFolder,
  makeFolder,
  readGuarded,
  storageFailure,
} from "./guarded-folder.ts";
import { foldName, nameOfFile, type ResultName } from "./names.ts";
import { alreadyExists, tooLarge } from "./refusals.ts";

/** Permission bits for new folders and files. */
export interface DiskModes {
  readonly folder: number;
  readonly file: number;
}

/** As open as the project beside it; the umask narrows it. */
export const PROJECT_MODES: DiskModes = { folder: 0o777, file: 0o666 };

/** Foreign files that a listing's problems name one by one; the rest is counted. */
const FOREIGN_NAMED_MAX = 20;

function foreignProblems(foreign: readonly string[]): Problem[] {
  const named = foreign.slice(0, FOREIGN_NAMED_MAX).map((what) => ({
    code: "SAVED_RESULT_UNREADABLE" as const,
    message: `${what} and is not listed`,
  }));
  const more = foreign.length - named.length;
  const rest = {
    code: "SAVED_RESULT_UNREADABLE" as const,
    message: `${more} more files that are not saved results are not listed`,
  };
  return more > 0 ? [...named, rest] : named;
}

async function listFolder(path: string): Promise<StoredListing> {
  const entries: StoredEntry[] = [];
  const foreign: string[] = [];
  for (const found of await readdir(path, { withFileTypes: true })) {
    if (found.name.startsWith(".")) {
      continue;
    }
    const name = nameOfFile(found.name);
    if (name === null) {
      foreign.push(`${JSON.stringify(found.name)} is not named like a saved result`);
    } else if (!found.isFile()) {
      foreign.push(`${JSON.stringify(found.name)} is a ${found.isSymbolicLink() ? "link" : "folder or device"}`);
    } else {
      const stat = await lstat(join(path, found.name)).catch(() => null);
      // Null if another process deleted it since the folder was read.
      if (stat !== null) {
        entries.push({ name, size: stat.size, modifiedMs: stat.mtimeMs });
      }
    }
  }
  return { entries, problems: foreignProblems(foreign) };
}

async function deleteFile(path: string): Promise<boolean> {
  try {
    await BUSY_FILES.retried(() => unlink(path));
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return false;
    }
    throw storageFailure(error, "delete", path);
  }
}

/** The folder is made by the first write. Every call checks again that no component has become a link. */
export function openDiskBackend(folder: GuardedFolder, modes: DiskModes): StorageBackend {
  const path = folderPath(folder);
  const address = (name: ResultName) => join(path, `${name}.json`);

  async function list(): Promise<StoredListing> {
    if (!(await checkFolder(folder))) {
      return { entries: [], problems: [] };
    }
    try {
      return await listFolder(path);
    } catch (error) {
      throw storageFailure(error, "list", path);
    }
  }

  async function write(name: ResultName, text: string, options: { readonly overwrite: boolean }): Promise<void> {
    if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) {
      throw tooLarge(name, Buffer.byteLength(text));
    }
    await makeFolder(folder, modes.folder);
    const taken = (await list()).entries.find((entry) => foldName(entry.name) === foldName(name));
    if (taken !== undefined && !(options.overwrite && taken.name === name)) {
      throw alreadyExists(name, taken.name, path);
    }
    try {
      for (const abandoned of abandonedWrites(path)) {
        await deleteFile(abandoned);
      }
      await writeFileAtomically(address(name), text, { mode: modes.file, overwrite: options.overwrite });
    } catch (error) {
      throw codeOf(error) === "EEXIST" && !options.overwrite
        ? alreadyExists(name, name, path)
        : storageFailure(error, "write", address(name));
    }
  }

  return {
    address,
    list,
    read: (name) => readGuarded(folder, `${name}.json`, DOCUMENT_BYTES_MAX),
    write,
    delete: async (name) => {
      const deleted = (await checkFolder(folder)) && (await deleteFile(address(name)));
      if (deleted) {
        await syncFolder(path);
      }
      return deleted;
    },
  };
}
