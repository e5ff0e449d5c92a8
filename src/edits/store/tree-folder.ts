// The folder of the project that holds a path, opened so that no link is followed on the way to it.
import { dirname } from "node:path";
import { type OpenFolder, openFolder } from "../../system/platform/open-folder.ts";

/** Runs `use` in the folder that holds a project-relative path; `name` is the path's last component. Throws as `openFolder` does. */
export function inFolderOf<Result>(
  root: string,
  path: string,
  use: (folder: OpenFolder, name: string) => Result,
): Result {
  const parent = dirname(path);
  const folder = openFolder(root, parent === "." ? [] : parent.split("/"));
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
