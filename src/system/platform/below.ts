// The absolute path of something in a folder, with the system's separators: what Node answers (a real path, say) has them, too.
import nodePath from "node:path";

/** `path`: relative, separated by `/`; "" is the folder itself. `folder`: absolute. Faster than `join`, which looks at each character. */
export function pathBelow(folder: string, path: string, { sep }: Pick<typeof nodePath, "sep"> = nodePath): string {
  if (path === "") {
    return folder;
  }
  const native = sep === "/" ? path : path.replaceAll("/", sep);
  return folder.endsWith(sep) ? `${folder}${native}` : `${folder}${sep}${native}`;
}
