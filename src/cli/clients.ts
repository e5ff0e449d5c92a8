// The supported clients: where each keeps its MCP servers and in what form.
import { join } from "node:path";

export const CLIENT_NAMES = ["claude-desktop", "claude-code", "kimi", "codex", "vscode", "cursor"] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** How a client's configuration describes a server. */
export interface Client {
  readonly title: string;
  /** `json`: an object of servers under `key`; `toml`: a table `key.<name>` each. */
  readonly form: "json" | "toml";
  readonly key: string;
  /** Files in which the client looks, the usual one first; `project`: relative to a project's root. */
  readonly userFiles: readonly string[];
  readonly projectFile: string | null;
  /** Whether the client works in a folder, from which the server finds the project; a chat window does not. */
  readonly workspace: boolean;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where desktop programs keep their settings. */
function applicationFolder({ platform, home, env }: Machine): string {
  switch (platform) {
    case "darwin":
      return join(home, "Library", "Application Support");
    case "win32":
      return env["APPDATA"] ?? join(home, "AppData", "Roaming");
    default:
      return env["XDG_CONFIG_HOME"] ?? join(home, ".config");
  }
}

export function clientsOf(machine: Machine): Readonly<Record<ClientName, Client>> {
  const { home, env } = machine;
  const applications = applicationFolder(machine);
  const json = { form: "json", key: "mcpServers", projectFile: null, workspace: true } as const;
  return {
    "claude-desktop": {
      ...json,
      title: "Claude Desktop",
      workspace: false,
      userFiles: [join(applications, "Claude", "claude_desktop_config.json")],
    },
    "claude-code": {
      ...json,
      title: "Claude Code",
      userFiles: [
        env["CLAUDE_CONFIG_DIR"] === undefined
          ? join(home, ".claude.json")
          : join(env["CLAUDE_CONFIG_DIR"], ".claude.json"),
      ],
      projectFile: ".mcp.json",
    },
    kimi: {
      ...json,
      title: "Kimi",
      userFiles: [join(home, ".kimi", "mcp.json"), join(env["KIMI_CODE_HOME"] ?? join(home, ".kimi-code"), "mcp.json")],
    },
    codex: {
      form: "toml",
      key: "mcp_servers",
      workspace: true,
      title: "Codex",
      userFiles: [join(env["CODEX_HOME"] ?? join(home, ".codex"), "config.toml")],
      projectFile: ".codex/config.toml",
    },
    vscode: {
      ...json,
      key: "servers",
      title: "VS Code",
      userFiles: [join(applications, "Code", "User", "mcp.json")],
      projectFile: ".vscode/mcp.json",
    },
    cursor: {
      ...json,
      title: "Cursor",
      userFiles: [join(home, ".cursor", "mcp.json")],
      projectFile: ".cursor/mcp.json",
    },
  };
}
