// Which of several projects lie inside another one of them. The files that both have are then those of the inner one.
import nodePath from "node:path";
import { withSlashes } from "../../system/platform/below.ts";
import { isInside, type PathRules } from "../../system/platform/inside.ts";
import { type InnerFolder, joinedPath } from "../../vocabulary/joined-path.ts";

/** Roots are real paths. */
const isInner = (root: string, outer: string, path: PathRules): boolean =>
  root !== outer && isInside(outer, root, path);

/** Innermost first. */
export function innerFolders(
  projects: readonly { readonly place: number; readonly root: string }[],
  path: PathRules = nodePath,
): readonly InnerFolder[] {
  const folders = projects.flatMap((outer) =>
    projects
      .filter(({ root }) => isInner(root, outer.root, path))
      .map(({ place, root }) => ({
        prefix: joinedPath(outer.place, `${withSlashes(path.relative(outer.root, root), path)}/`),
        place,
      })),
  );
  return folders.sort((a, b) => b.prefix.length - a.prefix.length);
}

/** The innermost of the roots that this one lies in; undefined if there is none. */
export const enclosingRoot = (root: string, roots: readonly string[]): string | undefined =>
  roots.filter((outer) => isInner(root, outer, nodePath)).sort((a, b) => b.length - a.length)[0];
