// Converts a path that a caller wrote to one of the index.
import { WRITTEN_PATHS, type WrittenPaths } from "../system/platform/written-paths.ts";

/** Without `./` before it, as project-relative paths are. */
export const fromRoot = (path: string): string => path.replace(/^(?:\.\/)+/, "");

/** The same without a trailing `/`; "" is the project's own folder. */
export const requestedPath = (path: string, { slashed }: Pick<WrittenPaths, "slashed"> = WRITTEN_PATHS): string =>
  fromRoot(slashed(path)).replace(/\/+$/, "").replace(/^\.$/, "");
