// Where this machine keeps a program's settings and caches (XDG on Linux, the system's own places elsewhere).
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import envPaths from "env-paths";

const places = envPaths("context-broker", { suffix: "" });

/** The account's home if the environment names none: data must not end up wherever the program happens to be started. */
function homeFolder(): string {
  if (isAbsolute(homedir())) {
    return homedir();
  }
  try {
    return userInfo().homedir;
  } catch {
    // An account that the system does not know. Writing there fails later with an error that says so.
    return "/";
  }
}

const atHome = (path: string): string => (isAbsolute(path) ? path : join(homeFolder(), path));

/** The user's settings; need not exist. */
export const USER_FILE = join(atHome(places.config), "config.json");
/** Indexes, vectors and the query cache: all of it can be rebuilt. */
export const CACHE_FOLDER = atHome(places.cache);
/** Saved results and the savings journal, which cannot be rebuilt. */
export const DATA_FOLDER = join(homeFolder(), ".context-broker");
/** A project's own settings, at its root. */
export const PROJECT_FILE_NAME = ".context-broker.json";
