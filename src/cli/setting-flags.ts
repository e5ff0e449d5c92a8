// The flags that every command has, one for each setting of the table.
import { type Command, Option } from "commander";
import { flagName, SETTING_KEYS, SETTINGS, type SettingKey } from "../config/settings.ts";

export type SettingFlags = Partial<Record<SettingKey, string | readonly string[]>>;

/** Adds the settings' flags, except those whose names the command uses for its own input; its help lists only `shown`. */
export function declareSettings(command: Command, taken: ReadonlySet<string>, shown: readonly SettingKey[]): void {
  for (const key of SETTING_KEYS.filter((name) => !taken.has(name))) {
    const { placeholder, doc, repeats } = SETTINGS[key];
    const isChoice = /^[a-z-]+(\|[a-z-]+)+$/.test(placeholder) && placeholder !== "on|off";
    const term = isChoice ? (key.split("_").at(-1) ?? key) : placeholder.toLowerCase();
    const option = new Option(
      `${flagName(key)} <${term}>`,
      isChoice ? `${doc} (${placeholder.replaceAll("|", ", ")})` : doc,
    );
    if (repeats) {
      option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
    }
    command.addOption(shown.includes(key) ? option : option.hideHelp());
  }
}

export function collectSettings(options: Readonly<Record<string, unknown>>, taken: ReadonlySet<string>): SettingFlags {
  const flags: SettingFlags = {};
  for (const key of SETTING_KEYS.filter((name) => !taken.has(name))) {
    const value = options[new Option(flagName(key)).attributeName()];
    if (typeof value === "string" || Array.isArray(value)) {
      flags[key] = value;
    }
  }
  return flags;
}
