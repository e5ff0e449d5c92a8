// What most clients share: `{ command, args, env }` under `mcpServers` in a JSON file.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { asText, asTexts, type ConfigObject } from "../../system/parse-config.ts";
import { shellQuoted } from "../../system/platform/typed-words.ts";
import type { Client, Launch, Machine } from "./client.ts";

export const commonEntry = ({ command, args, env }: Launch): ConfigObject => ({
  command,
  args,
  ...(Object.keys(env).length === 0 ? {} : { env }),
});

/** Those that a client needs besides its name, title and files. */
export const COMMON = {
  form: "json",
  projectFile: null,
  workspace: true,
  rulesFile: "AGENTS.md",
  servers: () => ["mcpServers"],
  entry: commonEntry,
  wordsOf: ({ command, args }) => (typeof command === "string" ? [command, ...asTexts(args)] : []),
  addCommand: () => null,
} as const satisfies Partial<Client>;

/** `FLAG 'NAME=value' ` for each variable of the environment. */
export const variableFlags = (flag: string, { env }: Launch): string =>
  Object.entries(env)
    .map(([variable, value]) => `${flag} ${shellQuoted(`${variable}=${value}`)} `)
    .join("");

export const launchWords = ({ command, args }: Launch): string => [command, ...args].map(shellQuoted).join(" ");

/** Where desktop programs keep their settings. */
export function applicationFolder({ platform, home, env }: Machine): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "win32":
      return asText(env["APPDATA"]) ?? join(home, "AppData", "Roaming");
    default:
      return configFolder({ platform, home, env });
  }
}

/**
 * The same for one that Windows installed as a package (MSIX): Windows shows it these in place of the usual ones. `name`: of the package,
 * without its publisher's id. [] where it is not installed so.
 */
export function packageFolders({ platform, home, env }: Machine, name: string): readonly string[] {
  const packages = join(asText(env["LOCALAPPDATA"]) ?? join(home, "AppData", "Local"), "Packages");
  const installed = platform === "win32" && existsSync(packages) ? readdirSync(packages) : [];
  return installed
    .filter((one) => one.startsWith(`${name}_`))
    .map((one) => join(packages, one, "LocalCache", "Roaming"));
}

/** Where programs of the command line keep their settings, on every system. */
export const configFolder = ({ home, env }: Machine): string => asText(env["XDG_CONFIG_HOME"]) ?? join(home, ".config");
