// The path of the daemon's entry for a front's settings. The file's name is a hash of the program, and one of every setting that is shared, as it is
// written, so a front never finds a daemon with others.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { SHARED_SETTINGS, STARTING_SETTINGS, variableOf } from "../config/caller-settings.ts";
import { CACHE_FOLDER, DATA_FOLDER, USER_FILE } from "../config/folders.ts";
import { sha256Of } from "../system/sha256.ts";
import { codeOf } from "../vocabulary/failure.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Not below the setting `cache_folder`: a front must find it before it has read the settings. */
export const DAEMON_FOLDER = join(CACHE_FOLDER, "daemon");

const PREFIX = variableOf("");
const SHARED: readonly string[] = [...SHARED_SETTINGS].sort();
const OF_A_DAEMON: ReadonlySet<string> = new Set([...SHARED_SETTINGS, ...STARTING_SETTINGS].map(variableOf));
/** No command in the daemon asks a language model. */
const KEY = variableOf("language_model_key");
/** The variables that decide about colours. */
const OF_A_TERMINAL = ["NO_COLOR", "FORCE_COLOR", "TERM"];
/** The variables by which emacsclient finds the server of Emacs. */
const OF_EMACS = ["EMACS_SERVER_FILE", "EMACS_SOCKET_NAME", "TMPDIR", "XDG_RUNTIME_DIR"];

/** The variables of a front that its command reads in the daemon: the settings, the colours, and where Emacs listens. */
export function passedEnvironment(env: Variables): Record<string, string> {
  const settings = Object.keys(env).filter((name) => name.startsWith(PREFIX) && name !== KEY);
  const names = [...settings, ...OF_A_TERMINAL, ...OF_EMACS];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** The environment for a daemon: its front's, without what belongs to that front alone. */
export const daemonEnvironment = (env: Variables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(PREFIX) || OF_A_DAEMON.has(name)));

/** What the user's settings file says; nothing without one. Null for one that the command itself reports, working alone. */
function userEntries(): Readonly<Record<string, unknown>> | null {
  try {
    const entries: unknown = JSON.parse(readFileSync(USER_FILE, "utf8").replace(/^\uFEFF/, ""));
    return typeof entries === "object" ? (entries as Record<string, unknown> | null) : null;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? {} : null;
  }
}

/** Whether the user turned the daemon off, in the environment or, if nothing is said there, in the settings file. */
function isOff(env: Variables, entries: Readonly<Record<string, unknown>>): boolean {
  const variable = env[variableOf("daemon")] ?? "";
  return variable === "" ? entries["daemon"] === "off" : variable.trim() !== "auto";
}

/**
 * The path of the daemon's entry for these settings; null if the daemon is off. `main`: the program's executable; a changed file counts as
 * another program.
 */
export function entryFile(main: string, env: Variables): string | null {
  const entries = userEntries();
  if (entries === null || isOff(env, entries)) {
    return null;
  }
  const settings = SHARED.map((key) => [env[variableOf(key)] || null, entries[key] ?? null]);
  const { size, mtimeMs } = statSync(main);
  const build = sha256Of(JSON.stringify([main, size, mtimeMs, process.execPath, process.version]), 8);
  // Two homes may share a cache folder: saved results, and what clients may search, are each home's own.
  const key = sha256Of(JSON.stringify([DATA_FOLDER, USER_FILE, settings]), 16);
  return join(DAEMON_FOLDER, `${build}-${key}.json`);
}
