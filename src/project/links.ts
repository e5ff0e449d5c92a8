// Symbolic links: never followed, since what they lead to inside the project is there by itself, and what lies outside
// is not the project's. Says which ones lead out or in circles.
import { relative, resolve, sep } from "node:path";
import type { Problem } from "../vocabulary/problem.ts";
import { escapeName } from "./disk.ts";
import { reasonOf } from "./rule-source.ts";
import { absolutePath, type Tree } from "./tree.ts";

/**
 * What is wrong with the link at a project-relative path; null when it stays inside, even if nothing is there. What a link
 * names outside is not touched: it may be a slow or watched place.
 */
export function linkProblem(tree: Tree, path: string): Problem | null {
  const link = absolutePath(tree, path);
  const shown = escapeName(path);
  try {
    if (!isInside(tree.root, resolve(link, "..", tree.disk.readLink(link)))) return leaves(shown);
    return isInside(tree.root, tree.disk.realPath(link)) ? null : leaves(shown);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason.startsWith("ENOENT")) return null;
    if (!reason.startsWith("ELOOP")) {
      return { code: "FILE_UNREADABLE", path: shown, message: `a symbolic link that cannot be read: ${reason}` };
    }
    return { code: "LINK_LOOP", path: shown, message: "a symbolic link that leads to itself; it is not followed" };
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

function leaves(path: string): Problem {
  const message = "a symbolic link that leads out of the project; it is not followed";
  return { code: "LINK_LEAVES_PROJECT", path, message };
}
