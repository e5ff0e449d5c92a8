// Whether a path lies in a folder, by the rules of a system: on Windows in any case of letters, and never on another drive or share.
import nodePath from "node:path";

export type PathRules = Pick<typeof nodePath, "relative" | "isAbsolute" | "sep">;

/** True of the folder itself. Both absolute, real paths: links and the case of names on macOS are settled before. */
export function isInside(folder: string, path: string, { relative, isAbsolute, sep }: PathRules = nodePath): boolean {
  const below = relative(folder, path);
  // On Windows the way to another drive or share is its absolute path.
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
