// `~` as a shell reads it, in paths that people write into settings.
import { homedir } from "node:os";
import { join } from "node:path";
import { withSlashes } from "./platform/below.ts";

/** `~` and `~/…` as a path in the home folder; any other path as it is. */
export const expandHome = (path: string): string =>
  path === "~" || withSlashes(path).startsWith("~/") ? join(homedir(), path.slice(1)) : path;
