// The description of a client: where it keeps its MCP servers, and the form of an entry there.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { asText, asTexts, type ConfigObject } from "../../system/parse-config.ts";
import { shellQuoted } from "../../system/platform/typed-words.ts";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a client starts a server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Client {
  /** As `setup` takes it. */
  readonly name: string;
  readonly title: string;
  readonly form: "json" | "toml";
  /** Files in which the client looks for the user's own servers, absolute, the usual one first. */
  readonly userFiles: (machine: Machine) => readonly [string, ...string[]];
  /** The file that is shared with a project, relative to its root; null if the client has none. */
  readonly projectFile: string | null;
  /** Whether the client works in a folder, from which the server finds the project; a chat window does not. */
  readonly workspace: boolean;
  /** The file at a project's root in which the client's model reads rules; null if there is none. */
  readonly rulesFile: string | null;
  /** The keys that lead to the table of servers, in a file with this content. */
  readonly servers: (config: ConfigObject) => readonly string[];
  readonly entry: (launch: Launch) => ConfigObject;
  /** The words by which an entry starts its server; [] where it names none. */
  readonly wordsOf: (entry: ConfigObject) => readonly string[];
  /** The client's own command that adds the entry, for a POSIX shell; null if it has none. */
  readonly addCommand: (name: string, launch: Launch) => string | null;
}

// What most clients share: `{ command, args, env }` under `mcpServers` in a JSON file.

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
