// A folder of the project, opened so that no link is followed on the way to it. On Linux its files are then named through the open
// folder itself (/proc/self/fd), so that nothing can be redirected afterwards; elsewhere Node has no such way, and the path is checked
// before each use.
import { closeSync, constants, lstatSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface TreeFolder {
  /** The path under which a name in the folder is used. */
  at(name: string): string;
  close(): void;
}

/** A link, or something that is no folder, stands where the path expects a folder. */
export class NoFolderError extends Error {}

const HAS_DESCRIPTOR_PATHS = isLinuxWithProc();

/** `folder`: project-relative, "" for the root. Throws NoFolderError, and the system's errors (ENOENT where it is absent). */
function openTreeFolder(root: string, folder: string): TreeFolder {
  const steps = folder === "" ? [] : folder.split("/");
  return HAS_DESCRIPTOR_PATHS ? openByDescriptor(root, steps) : openByPath(root, steps);
}

/** Runs `use` in the folder that holds a project-relative path; `name` is the path's last component. */
export function inFolderOf<Result>(
  root: string,
  path: string,
  use: (folder: TreeFolder, name: string) => Result,
): Result {
  const parent = dirname(path);
  const folder = openTreeFolder(root, parent === "." ? "" : parent);
  let result: Result;
  try {
    result = use(folder, path.slice(path.lastIndexOf("/") + 1));
  } catch (error) {
    folder.close();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => folder.close()) as Result;
  folder.close();
  return result;
}

function openByDescriptor(root: string, steps: readonly string[]): TreeFolder {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY;
  let descriptor = openSync(root, flags);
  for (const step of steps) {
    const above = descriptor;
    try {
      descriptor = openSync(`/proc/self/fd/${above}/${step}`, flags | constants.O_NOFOLLOW);
    } catch (error) {
      throw asNoFolder(error, step);
    } finally {
      closeSync(above);
    }
  }
  return { at: (name) => `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) };
}

function openByPath(root: string, steps: readonly string[]): TreeFolder {
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
}

function asNoFolder(error: unknown, step: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return ["ELOOP", "ENOTDIR", "EMLINK"].includes(code) ? new NoFolderError(`${step} is a link or no folder`) : error;
}

function isLinuxWithProc(): boolean {
  if (process.platform !== "linux") return false;
  const descriptor = openSync("/", constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const [direct, through] = [statSync("/"), statSync(`/proc/self/fd/${descriptor}/.`)];
    return direct.ino === through.ino && direct.dev === through.dev;
  } catch {
    // No /proc here: paths are checked instead.
    return false;
  } finally {
    closeSync(descriptor);
  }
}
