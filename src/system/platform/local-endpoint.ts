// The address where a server listens for processes of the same user: a socket in a private folder, or a named pipe on Windows.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { PERMISSIONS } from "./permissions.ts";
import { forSystem } from "./this-system.ts";

export interface LocalEndpoint {
  /** A new address that other users cannot guess or use. `folder` must be private. Throws the system's errors. */
  create(folder: string): string;
  /** Denies other users access; call it when the server listens. Throws the system's errors. */
  restrict(endpoint: string): void;
  /** Removes what an ended server left at the address. */
  remove(endpoint: string): void;
  /** Removes the folder that `create` made for the address, if there is one. */
  removeOwnFolder(endpoint: string): void;
}

const TEMPORARY = "context-broker-";
/** In bytes; systems allow 103 to 107. */
const SOCKET_PATH_MAX = 100;

const newName = (): string => randomBytes(16).toString("hex");

function removeOwnFolder(endpoint: string): void {
  if (basename(dirname(endpoint)).startsWith(TEMPORARY)) {
    rmSync(dirname(endpoint), { recursive: true, force: true });
  }
}

export const posixEndpoint: LocalEndpoint = {
  create(folder) {
    const path = join(folder, `${newName().slice(0, 12)}.sock`);
    // mkdtemp makes the folder for this user alone.
    return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(mkdtempSync(join(tmpdir(), TEMPORARY)), "s");
  },
  restrict: PERMISSIONS.makePrivate,
  remove(endpoint) {
    rmSync(endpoint, { force: true });
    removeOwnFolder(endpoint);
  },
  removeOwnFolder,
};

/** A pipe has no file and ends with its server. By default, only its user and the system may write to it. */
export const windowsEndpoint: LocalEndpoint = {
  create: () => `\\\\.\\pipe\\${TEMPORARY}${newName()}`,
  restrict: () => undefined,
  remove: () => undefined,
  removeOwnFolder: () => undefined,
};

export const LOCAL_ENDPOINT: LocalEndpoint = forSystem({ win32: windowsEndpoint, other: posixEndpoint });
