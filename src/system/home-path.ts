// `~` as a shell reads it, in paths that people write into settings or give to a flag: in `--project=~/app` a shell leaves it.
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { withSlashes } from "./platform/below.ts";

/** `~` and `~/…` as a path in the home folder; any other path as it is. */
export const expandHome = (path: string): string =>
  path === "~" || withSlashes(path).startsWith("~/") ? join(homedir(), path.slice(1)) : path;

/** A path as a person typed it in that folder. */
export const typedPath = (path: string, cwd: string): string => resolve(cwd, expandHome(path));
