import { join } from "node:path";
import { applicationFolder, COMMON } from "../common-entry.ts";
import type { Client } from "../contract.ts";

export const claudeDesktop: Client = {
  ...COMMON,
  name: "claude-desktop",
  title: "Claude Desktop",
  workspace: false,
  userFiles: (machine) => [join(applicationFolder(machine), "Claude", "claude_desktop_config.json")],
};
