// This program's entry in a client's configuration: made for `setup`, and found again by `doctor`.
import { asObject, asText, asTexts, parseJsonWithComments, parseToml } from "../system/parse-config.ts";
import { shellQuoted } from "../system/shell.ts";
import type { Client, ClientName } from "./clients.ts";

const ENTRY_NAME = "context-broker";

/** A server as every client describes one. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * How a client starts this very installation. The paths are absolute, since desktop programs do not have a shell's PATH; but
 * not those of npx, whose folder is temporary.
 */
export function launchOf(node: string, main: string, env: Readonly<Record<string, string>>): Entry {
  return /[\\/]_npx[\\/]/.test(main)
    ? { command: "npx", args: ["-y", "context-broker", "serve"], env }
    : { command: node, args: [main, "serve"], env };
}

function withEnv({ command, args, env }: Entry): Record<string, unknown> {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

function renderToml(key: string, entry: Entry): string {
  const quote = (text: string) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
  const lines = [
    `[${key}.${ENTRY_NAME}]`,
    `command = ${quote(entry.command)}`,
    `args = [${entry.args.map(quote).join(", ")}]`,
    // Codex's default of ten seconds may be too short on a slow machine.
    "startup_timeout_sec = 30",
    "tool_timeout_sec = 120",
  ];
  const variables = Object.entries(entry.env).map(([name, value]) => `${name} = ${quote(value)}`);
  return [...lines, ...(variables.length === 0 ? [] : ["", `[${key}.${ENTRY_NAME}.env]`, ...variables]), ""].join("\n");
}

/** The entry as it appears in the client's file, complete enough to be a new file. */
export function renderEntry(name: ClientName, client: Client, entry: Entry): string {
  if (client.form === "toml") {
    return renderToml(client.key, entry);
  }
  const typed = name === "vscode" || name === "claude-code" ? { type: "stdio", ...withEnv(entry) } : withEnv(entry);
  return `${JSON.stringify({ [client.key]: { [ENTRY_NAME]: typed } }, null, 2)}\n`;
}

/** The client's own command that adds the entry; null if it has none. */
export function addCommand(name: ClientName, entry: Entry): string | null {
  const launch = [entry.command, ...entry.args].map(shellQuoted).join(" ");
  const variables = (flag: string) =>
    Object.entries(entry.env)
      .map(([variable, value]) => `${flag} ${shellQuoted(`${variable}=${value}`)} `)
      .join("");
  switch (name) {
    case "claude-code":
      // Its --env takes every word up to the next option, so one has to follow before the name.
      return `claude mcp add ${variables("--env")}--scope user ${ENTRY_NAME} -- ${launch}`;
    case "codex":
      return `codex mcp add ${ENTRY_NAME} ${variables("--env")}-- ${launch}`;
    case "vscode":
      return `code --add-mcp ${shellQuoted(JSON.stringify({ name: ENTRY_NAME, ...withEnv(entry) }))}`;
    default:
      return null;
  }
}

/** A server in a client's configuration that seems to be this program. */
export interface FoundEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

function isOurs({ name, command, args }: FoundEntry): boolean {
  return [name, command, ...args].some((text) => text.includes("context-broker"));
}

/**
 * Entries for this program in the text of a client's configuration file.
 * @throws SyntaxError if the text cannot be parsed.
 */
export function findEntries(client: Client, text: string, main: string): FoundEntry[] {
  const config = client.form === "toml" ? parseToml(text) : parseJsonWithComments(text);
  const servers = asObject(asObject(config)?.[client.key]) ?? {};
  const found = Object.entries(servers).map(([name, server]) => ({
    name,
    command: asText(asObject(server)?.["command"]) ?? "",
    args: asTexts(asObject(server)?.["args"]),
  }));
  return found.filter((entry) => isOurs(entry) || entry.args.includes(main));
}
