// Whether a path lies in a folder, by the rules of a system: on Windows in any case of letters, and never on another drive or share.
import nodePath from "node:path";

export type PathRules = Pick<typeof nodePath, "relative" | "isAbsolute" | "sep">;

/** True for the folder itself. Both must be absolute, real paths, so that links and the case of names on macOS do not matter. */
export function isInside(folder: string, path: string, { relative, isAbsolute, sep }: PathRules = nodePath): boolean {
  const below = relative(folder, path);
  // On Windows, `relative` returns an absolute path for another drive or share.
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
