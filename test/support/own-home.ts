// A home for a program that a test starts: the environment that leads there, and where the program then keeps its files on this system.
import { join } from "node:path";

const PLACES: Readonly<Record<string, { readonly cache: string; readonly config: string }>> = {
  win32: { cache: "AppData/Local/context-broker/Cache", config: "AppData/Roaming/context-broker/Config" },
  darwin: { cache: "Library/Caches/context-broker", config: "Library/Preferences/context-broker" },
};
const { cache, config } = PLACES[process.platform] ?? {
  cache: ".cache/context-broker",
  config: ".config/context-broker",
};

/** Below the home. */
export const USER_FILE_AT_HOME = `${config}/config.json`;
export const cacheIn = (home: string): string => join(home, cache);

/** What a program on Windows does not run without; elsewhere nobody sets it. */
const OF_THE_SYSTEM = ["SystemRoot", "COMSPEC", "PATHEXT", "TEMP", "TMP"];

/** Only what a program needs to run: nothing of this machine's own settings. */
export const environmentAt = (home: string): Record<string, string> => ({
  ...Object.fromEntries(
    OF_THE_SYSTEM.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, "AppData/Roaming"),
  LOCALAPPDATA: join(home, "AppData/Local"),
  XDG_CACHE_HOME: join(home, ".cache"),
  XDG_CONFIG_HOME: join(home, ".config"),
  XDG_DATA_HOME: join(home, ".local/share"),
});
