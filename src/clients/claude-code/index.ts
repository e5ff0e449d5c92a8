import { join } from "node:path";
import { type Client, COMMON, commonEntry, launchWords, variableFlags } from "../contract/client.ts";

export const claudeCode: Client = {
  ...COMMON,
  name: "claude-code",
  title: "Claude Code",
  userFiles: ({ home, env }) => [join(env["CLAUDE_CONFIG_DIR"] ?? home, ".claude.json")],
  projectFile: ".mcp.json",
  rulesFile: "CLAUDE.md",
  entry: (launch) => ({ type: "stdio", ...commonEntry(launch) }),
  // Its --env takes every word up to the next option, so one has to follow before the name.
  addCommand: (name, launch) =>
    `claude mcp add ${variableFlags("--env", launch)}--scope user ${name} -- ${launchWords(launch)}`,
};
