// A daemon's entry: where it listens, and the token that proves a front to be of its user.
import { randomBytes } from "node:crypto";
import { lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { makeFolder } from "../system/make-folder.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface DaemonEntry {
  readonly pid: number;
  /** Path of the socket; on Windows the name of the pipe. */
  readonly endpoint: string;
  readonly token: string;
}

/** In bytes; systems allow 103 to 107. */
const SOCKET_PATH_MAX = 100;

/** Null where there is none, or none that is whole. */
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

/** A new entry with an endpoint that nobody else can guess or reach. Throws STORAGE_UNAVAILABLE, and the system's errors. */
export function newEntry(file: string): DaemonEntry {
  const folder = dirname(file);
  makeFolder(folder, 0o700);
  requirePrivate(folder);
  return { pid: process.pid, endpoint: newEndpoint(folder), token: randomBytes(32).toString("hex") };
}

/** Puts the entry in place of an older one, and removes the older one's socket. */
export async function writeEntry(file: string, entry: DaemonEntry): Promise<void> {
  const before = readEntry(file);
  await writeFileAtomically(file, JSON.stringify(entry), { mode: 0o600 });
  if (before !== null && process.platform !== "win32") {
    rmSync(before.endpoint, { force: true });
    removeOwnFolder(before.endpoint);
  }
}

/** Removes the entry if it is still this daemon's. */
export function removeEntry(file: string, { token, endpoint }: DaemonEntry): void {
  if (readEntry(file)?.token === token) {
    rmSync(file, { force: true });
  }
  removeOwnFolder(endpoint);
}

/** A folder that others may write could be given another entry, and ours could be read. */
function requirePrivate(folder: string): void {
  if (process.platform === "win32") {
    return;
  }
  const { mode, uid } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Failure(
      "STORAGE_UNAVAILABLE",
      `${folder} is open to other users of this machine, so it cannot hold a token`,
      {
        hint: `make it yours alone: chmod 700 ${folder}`,
      },
    );
  }
}

const TEMPORARY = "context-broker-";

function newEndpoint(folder: string): string {
  const name = randomBytes(16).toString("hex");
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\${TEMPORARY}${name}`;
  }
  const path = join(folder, `${name.slice(0, 12)}.sock`);
  // mkdtemp makes the folder for this user alone.
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(mkdtempSync(join(tmpdir(), TEMPORARY)), "s");
}

function removeOwnFolder(endpoint: string): void {
  if (basename(dirname(endpoint)).startsWith(TEMPORARY)) {
    rmSync(dirname(endpoint), { recursive: true, force: true });
  }
}
