// Symbolic links. They are never followed: a target inside the project is found there anyway, and one outside is not part of
// the project. Reports links that lead out of the project or in circles.

import { resolve } from "node:path";
import { isInside } from "../system/platform/inside.ts";
import { codeOf, type Problem } from "../vocabulary/failure.ts";
import { pathProblem, reasonOf } from "./problems.ts";
import { absolutePath, type Tree } from "./tree.ts";

/**
 * What is wrong with the link at a project-relative path; null if it stays inside, even if nothing is there. A target outside
 * is not touched, since it may be on a slow or watched device.
 */
export function linkProblem(tree: Tree, path: string): Problem | null {
  const link = absolutePath(tree, path);
  try {
    const target = resolve(link, "..", tree.disk.readLink(link));
    if (isInside(tree.root, target) && isInside(tree.root, tree.disk.realPath(link))) return null;
    return pathProblem("LINK_LEAVES_PROJECT", path, "not followed: a symbolic link that points outside the project");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    return codeOf(error) === "ELOOP"
      ? pathProblem("LINK_LOOP", path, "not followed: a symbolic link that points to itself")
      : pathProblem("FILE_UNREADABLE", path, `a symbolic link that cannot be read: ${reasonOf(error)}`);
  }
}
