// The folder of the project that holds a path, opened so that no link is followed on the way to it.
import { dirname } from "node:path";
import { type OpenFolder, openFolder } from "../../system/platform/open-folder.ts";

type UseFolder<Result> = (folder: OpenFolder, name: string) => Result;

const openedFor = (root: string, parent: string): OpenFolder =>
  openFolder(root, parent === "." ? [] : parent.split("/"));
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Runs `use` in the folder that holds a project-relative path; `name` is the path's last component. Throws as `openFolder` does. */
export function inFolderOf<Result>(root: string, path: string, use: UseFolder<Result>): Result {
  const folder = openedFor(root, dirname(path));
  let result: Result;
  try {
    result = use(folder, nameOf(path));
  } catch (error) {
    folder.close();
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => folder.close()) as Result;
  folder.close();
  return result;
}

/** Each takes a descriptor, where the system has them. */
const KEPT_MAX = 256;

/**
 * The folders that a transaction writes to, kept open: what it left in one is found there, also after the folder was moved or something
 * else has taken its path.
 */
export class WrittenFolders {
  readonly #root: string;
  readonly #isFirst: boolean;
  readonly #folders = new Map<string, OpenFolder>();

  /** `isFirst`: nothing was written to the project by the transaction before. */
  constructor(root: string, isFirst: boolean) {
    this.#root = root;
    this.#isFirst = isFirst;
  }

  /** Whether the transaction may have left something in the folder of the path. */
  mayHaveWritten(path: string): boolean {
    return !this.#isFirst || this.#folders.size >= KEPT_MAX || this.#folders.has(dirname(path));
  }

  /** Like `inFolderOf`, in the folder that is kept; of further ones than can be kept, in the one that has the path now. */
  in<Result>(path: string, use: UseFolder<Result>): Result {
    const parent = dirname(path);
    let folder = this.#folders.get(parent);
    if (folder === undefined) {
      if (this.#folders.size >= KEPT_MAX) return inFolderOf(this.#root, path, use);
      folder = openedFor(this.#root, parent);
      this.#folders.set(parent, folder);
    }
    return use(folder, nameOf(path));
  }

  close(): void {
    for (const folder of this.#folders.values()) folder.close();
    this.#folders.clear();
  }
}
