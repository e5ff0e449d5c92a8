// Writes a file so that a reader, or a start after a crash, finds the old or the new content and no mix.

import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { type FileHandle, link, open, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../vocabulary/failure.ts";
import { BUSY_FILES, type BusyFiles } from "./platform/busy-files.ts";
import { type FileAccess, PERMISSIONS } from "./platform/permissions.ts";

export interface AtomicWriteOptions {
  /** Permission bits of the new file; 0o600 keeps saved source to its owner. */
  readonly mode?: number;
  /** False fails with EEXIST where the name is taken, also by a link. */
  readonly overwrite?: boolean;
  /** Owner and permission bits that the file takes over from an older one. */
  readonly like?: FileAccess;
}

/** Makes the names in a folder survive a crash, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch (error) {
    // Windows and some network file systems cannot sync a folder; the file itself is synced.
    if (!["EISDIR", "EPERM", "EINVAL", "EACCES", "ENOTSUP"].includes(codeOf(error))) {
      throw error;
    }
  } finally {
    await handle?.close();
  }
}

/** Puts the file at a free name, or fails with EEXIST. */
async function placeAtFreeName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
    await unlink(temporary);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error))) {
      throw error;
    }
    // This file system has no hard links (exFAT, some network shares): an empty file reserves the name.
    await (await open(path, "wx")).close();
    await BUSY_FILES.retried(() => rename(temporary, path));
  }
}

/** The content, or a function that writes it to the temporary file, for content too large for one string or buffer. */
export type AtomicContent = string | Uint8Array | ((file: FileHandle) => Promise<void>);

/** The names that writeFileAtomically gives. */
const TEMPORARY_FILE = /^\..*\.[0-9a-f]{12}\.tmp$/;
const ABANDONED_AFTER_MS = 3_600_000;

/** Temporary files in a folder that killed processes left behind; a write in progress is younger. */
export const abandonedWrites = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => TEMPORARY_FILE.test(name))
    .map((name) => join(folder, name))
    .filter(
      (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > ABANDONED_AFTER_MS,
    );

/** Removes those of one file, as far as the system lets it. */
export async function removeAbandonedWrites(file: string): Promise<void> {
  const prefix = `.${basename(file)}.`;
  for (const path of abandonedWrites(dirname(file)).filter((one) => basename(one).startsWith(prefix))) {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Temporary file beside the target, synced, then put in place in one step. On any error nothing stays behind. */
export async function writeFileAtomically(
  path: string,
  data: AtomicContent,
  options: AtomicWriteOptions = {},
  busy: BusyFiles = BUSY_FILES,
): Promise<void> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path).slice(0, 40)}.${randomBytes(6).toString("hex")}.tmp`);
  const handle = await open(temporary, "wx", options.like?.mode ?? options.mode ?? 0o644);
  try {
    try {
      if (options.like !== undefined) {
        await PERMISSIONS.apply(handle, options.like);
      }
      await (typeof data === "function" ? data(handle) : handle.writeFile(data));
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (options.overwrite === false) {
      await placeAtFreeName(temporary, path);
    } else {
      await busy.retried(() => rename(temporary, path));
    }
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}
