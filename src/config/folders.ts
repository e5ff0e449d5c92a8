// Where this machine keeps a program's settings and caches (XDG on Linux, the system's own places elsewhere).
import { homedir } from "node:os";
import { join } from "node:path";
import envPaths from "env-paths";

const places = envPaths("context-broker", { suffix: "" });

/** The user's settings; need not exist. */
export const USER_FILE = join(places.config, "config.json");
/** Indexes, vectors and the query cache: all of it can be made again. */
export const CACHE_FOLDER = places.cache;
/** Saved results and the savings journal: what cannot be made again. */
export const DATA_FOLDER = join(homedir(), ".context-broker");
/** A project's own settings, at its root. */
export const PROJECT_FILE_NAME = ".context-broker.json";
