// A daemon's entry: a file with the address where it listens, and the token by which a front proves that it is the same user's.
import { lstatSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { makeFolder } from "../system/make-folder.ts";
import { LOCAL_ENDPOINT } from "../system/platform/local-endpoint.ts";
import { PERMISSIONS, PRIVATE_MODES } from "../system/platform/permissions.ts";
import { newToken } from "../system/secret-token.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface DaemonEntry {
  readonly pid: number;
  /** Path of the socket; on Windows the name of the pipe. */
  readonly endpoint: string;
  readonly token: string;
}

/** Null if there is no entry, or an incomplete one. */
export function readEntry(file: string): DaemonEntry | null {
  try {
    const entry = JSON.parse(readFileSync(file, "utf8")) as Partial<DaemonEntry>;
    const { pid, endpoint, token } = entry;
    return typeof pid === "number" && typeof endpoint === "string" && typeof token === "string"
      ? { pid, endpoint, token }
      : null;
  } catch {
    return null;
  }
}

/** A new entry with an endpoint that other users cannot guess or reach. Throws STORAGE_UNAVAILABLE, and the system's errors. */
export function newEntry(file: string): DaemonEntry {
  const folder = dirname(file);
  makeFolder(folder, PRIVATE_MODES.folder);
  requirePrivate(folder);
  return { pid: process.pid, endpoint: LOCAL_ENDPOINT.create(folder), token: newToken() };
}

/** Puts the entry in place of an older one, and removes the older one's socket. */
export async function writeEntry(file: string, entry: DaemonEntry): Promise<void> {
  const before = readEntry(file);
  await writeFileAtomically(file, JSON.stringify(entry), { mode: PRIVATE_MODES.file });
  if (before !== null) {
    LOCAL_ENDPOINT.remove(before.endpoint);
  }
}

/** Removes the entry if it is still this daemon's. */
export function removeEntry(file: string, { token, endpoint }: DaemonEntry): void {
  if (readEntry(file)?.token === token) {
    rmSync(file, { force: true });
  }
  LOCAL_ENDPOINT.removeOwnFolder(endpoint);
}

/**
 * If others could write or read the folder, they could replace the entry or read its token: then throws STORAGE_UNAVAILABLE. Also throws the
 * system's errors.
 */
export function requirePrivate(folder: string): void {
  const stats = lstatSync(folder);
  if (!PERMISSIONS.isOwn(stats) || PERMISSIONS.isOpenToOthers(stats)) {
    throw new Failure(
      "STORAGE_UNAVAILABLE",
      `${folder} is open to other users of this machine, so it cannot hold a token`,
      {
        hint: `make it yours alone: chmod 700 ${folder}`,
      },
    );
  }
}
