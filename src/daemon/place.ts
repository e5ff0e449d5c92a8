// The path of the daemon's entry for a front's settings. The file's name is a hash of the program and of everything that the settings are
// read from, so a front never finds a daemon with other settings.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { CALLER_SETTINGS, variableOf } from "../config/caller-settings.ts";
import { CACHE_FOLDER, DATA_FOLDER, USER_FILE } from "../config/folders.ts";
import { sha256Of } from "../system/sha256.ts";
import { codeOf } from "../vocabulary/errors.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Not below the setting `cache_folder`: a front must find it before it has read the settings. */
export const DAEMON_FOLDER = join(CACHE_FOLDER, "daemon");

const PREFIX = variableOf("");
const OF_A_CALLER: ReadonlySet<string> = new Set(CALLER_SETTINGS.map(variableOf));
/** The variables that decide about colours. */
const OF_A_TERMINAL = ["NO_COLOR", "FORCE_COLOR", "TERM"];

/** The variables of a front that its command reads in the daemon: the settings and the colours. */
export function passedEnvironment(env: Variables): Record<string, string> {
  const names = [...Object.keys(env).filter((name) => name.startsWith(PREFIX)), ...OF_A_TERMINAL];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** The environment for a daemon: its front's, without what belongs to that front alone. */
export function daemonEnvironment(env: Variables): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_CALLER.has(name)));
}

/** The user's settings file as it is; "" without one. An unreadable one is reported by the command itself, which works alone. */
function userFileText(): string | null {
  try {
    return readFileSync(USER_FILE, "utf8");
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "" : null;
  }
}

/** Whether the user turned the daemon off, in the environment or, if nothing is said there, in the settings file. */
function isOff(env: Variables, userFile: string): boolean {
  const variable = env[variableOf("daemon")] ?? "";
  if (variable !== "") {
    return variable.trim() !== "auto";
  }
  try {
    return userFile !== "" && (JSON.parse(userFile) as { daemon?: unknown }).daemon === "off";
  } catch {
    // Not JSON, which the command itself reports.
    return true;
  }
}

/**
 * The path of the daemon's entry for these settings; null if the daemon is off. `main`: the program's executable; a changed file counts as
 * another program.
 */
export function entryFile(main: string, env: Variables): string | null {
  const userFile = userFileText();
  if (userFile === null || isOff(env, userFile)) {
    return null;
  }
  const settings = Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OF_A_CALLER.has(name))
    .sort()
    .map((name) => [name, env[name]]);
  const { size, mtimeMs } = statSync(main);
  // Two homes may share a cache folder: saved results, and what clients may search, are each home's own.
  const parts = [main, size, mtimeMs, process.execPath, process.version, DATA_FOLDER, userFile, settings];
  const key = sha256Of(JSON.stringify(parts), 16);
  return join(DAEMON_FOLDER, `${key}.json`);
}
