import { join } from "node:path";
import { applicationFolder, type Client, COMMON, packageFolders } from "../contract/client.ts";

export const claudeDesktop: Client = {
  ...COMMON,
  name: "claude-desktop",
  title: "Claude Desktop",
  workspace: false,
  rulesFile: null,
  userFiles: (machine) => {
    const [first = applicationFolder(machine), ...others] = packageFolders(machine, "Claude");
    const fileIn = (folder: string): string => join(folder, "Claude", "claude_desktop_config.json");
    return [fileIn(first), ...others.map(fileIn)];
  },
};
