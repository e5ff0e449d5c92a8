// Symbolic links. They are never followed: a target inside the project is found there anyway, and one outside is not part of
// the project. Reports links that lead out of the project or in circles.
import { relative, resolve, sep } from "node:path";
import type { Problem } from "../vocabulary/problem.ts";
import { escapeName } from "./disk.ts";
import { reasonOf } from "./rule-source.ts";
import { absolutePath, type Tree } from "./tree.ts";

/**
 * What is wrong with the link at a project-relative path; null if it stays inside, even if nothing is there. A target outside
 * is not touched, since it may be on a slow or watched device.
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
    return { code: "LINK_LOOP", path: shown, message: "not followed: a symbolic link that points to itself" };
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

function leaves(path: string): Problem {
  const message = "not followed: a symbolic link that points outside the project";
  return { code: "LINK_LEAVES_PROJECT", path, message };
}
