// Opens a folder without following links on the way to it. On Linux, its files are then named through the open folder (/proc/self/fd), so
// that no link can redirect them later. Elsewhere Node has no such way, and the path is checked before each use.
import { closeSync, constants, lstatSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../vocabulary/failure.ts";
import { forSystem } from "./this-system.ts";

export interface OpenFolder {
  /** The path under which a name in the folder is used. */
  at(name: string): string;
  close(): void;
}

/** A step of the path is a link, or is not a folder. */
export class NoFolderError extends Error {}

/** `steps`: names from the root down. Throws NoFolderError, and the system's errors (ENOENT where it is absent). */
export type FolderOpening = (root: string, steps: readonly string[]) => OpenFolder;

/** A path to an open file or folder that stays valid if it is renamed. Linux with /proc only. */
export const descriptorPath = (descriptor: number): string => `/proc/self/fd/${descriptor}`;

export const openByDescriptor: FolderOpening = (root, steps) => {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  let descriptor = openSync(root, flags);
  for (const step of steps) {
    const above = descriptor;
    try {
      descriptor = openSync(`${descriptorPath(above)}/${step}`, flags | constants.O_NOFOLLOW);
    } catch (error) {
      throw asNoFolder(error, step);
    } finally {
      closeSync(above);
    }
  }
  return { at: (name) => `${descriptorPath(descriptor)}/${name}`, close: () => closeSync(descriptor) };
};

export const openByPath: FolderOpening = (root, steps) => {
  function check(): string {
    let path = root;
    for (const step of steps) {
      path = join(path, step);
      if (!lstatSync(path).isDirectory()) throw new NoFolderError(`${step} is a link or no folder`);
    }
    return path;
  }
  check();
  return { at: (name) => join(check(), name), close: () => undefined };
};

function asNoFolder(error: unknown, step: string): unknown {
  const code = codeOf(error);
  return ["ELOOP", "ENOTDIR", "EMLINK"].includes(code) ? new NoFolderError(`${step} is a link or no folder`) : error;
}

/** By descriptor where /proc shows them; by path where it is hidden. */
const linuxOpening = (): FolderOpening => (hasDescriptorPaths() ? openByDescriptor : openByPath);

function hasDescriptorPaths(): boolean {
  const descriptor = openSync("/", constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const [direct, through] = [statSync("/"), statSync(`${descriptorPath(descriptor)}/.`)];
    return direct.ino === through.ino && direct.dev === through.dev;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}

export const openFolder: FolderOpening = forSystem({ linux: linuxOpening, other: () => openByPath })();
