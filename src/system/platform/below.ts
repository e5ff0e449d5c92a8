// Paths of what lies in a folder. Inside the program they have `/`; absolute ones have the system's separators, as what Node answers (a
// real path, say). People and clients write either.
import nodePath from "node:path";

/** `path`: relative, separated by `/`; "" is the folder itself. `folder`: absolute. Faster than `join`, which looks at each character. */
export function pathBelow(folder: string, path: string, { sep }: Pick<typeof nodePath, "sep"> = nodePath): string {
  if (path === "") {
    return folder;
  }
  const native = sep === "/" ? path : path.replaceAll("/", sep);
  return folder.endsWith(sep) ? `${folder}${native}` : `${folder}${sep}${native}`;
}

/** A relative path as someone wrote it, with `/`. */
export const withSlashes = (path: string, { sep }: Pick<typeof nodePath, "sep"> = nodePath): string =>
  sep === "/" ? path : path.replaceAll(sep, "/");

/** Before these, which names on Windows may have too, `\\` says that a letter means itself. */
const SEPARATING = /\\(?![[\]{}()!])/g;

/** The same for a glob. */
export const globWithSlashes = (glob: string, { sep }: Pick<typeof nodePath, "sep"> = nodePath): string =>
  sep === "/" ? glob : glob.replace(SEPARATING, "/");
