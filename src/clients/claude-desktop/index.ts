import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { applicationFolder, COMMON } from "../contract/common-entry.ts";

export const claudeDesktop: Client = {
  ...COMMON,
  name: "claude-desktop",
  title: "Claude Desktop",
  workspace: false,
  rulesFile: null,
  userFiles: (machine) => [join(applicationFolder(machine), "Claude", "claude_desktop_config.json")],
};
