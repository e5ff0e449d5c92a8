// The settings that a command's flags set, as environment variables for another process or a client's entry.
import { type LoadedSettings, valueAt } from "../config/load-settings.ts";
import { environmentName, SETTING_KEYS } from "../config/settings.ts";

/** By variable, such as `CONTEXT_BROKER_PROJECT`. Settings from elsewhere are left out: the other process reads them itself. */
export function passedFlags({ settings, origins }: LoadedSettings): Record<string, string> {
  const keys = SETTING_KEYS.filter((key) => origins[key].kind === "flag");
  return Object.fromEntries(
    keys.map((key) => {
      const value = valueAt(settings, key);
      const [only, ...others] = key === "project" ? settings.project : [];
      // One folder is readable as it is.
      return [environmentName(key), environmentText(others.length === 0 ? (only ?? value) : value)];
    }),
  );
}

/** A value as a variable has it: a list as JSON, a table as `NAME=VALUE` pairs. */
export function environmentText(value: unknown): string {
  if (Array.isArray(value)) {
    return JSON.stringify(value);
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map((pair) => pair.join("="))
        .join(",")
    : String(value);
}
