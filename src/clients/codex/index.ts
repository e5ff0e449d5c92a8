import { join } from "node:path";
import { type Client, COMMON, commonEntry, launchWords, variableFlags } from "../contract/client.ts";

export const codex: Client = {
  ...COMMON,
  name: "codex",
  title: "Codex",
  form: "toml",
  userFiles: ({ home, env }) => [join(env["CODEX_HOME"] ?? join(home, ".codex"), "config.toml")],
  projectFile: ".codex/config.toml",
  servers: () => ["mcp_servers"],
  // Codex's default of ten seconds may be too short on a slow machine.
  entry: (launch) => {
    const { env, ...others } = commonEntry(launch);
    const waits = { startup_timeout_sec: 30, tool_timeout_sec: 120 };
    return { ...others, ...waits, ...(env === undefined ? {} : { env }) };
  },
  addCommand: (name, launch) => `codex mcp add ${name} ${variableFlags("--env", launch)}-- ${launchWords(launch)}`,
};
