import { join } from "node:path";
import { shellQuoted } from "../../system/platform/typed-words.ts";
import { applicationFolder, type Client, COMMON, commonEntry } from "../contract/client.ts";

export const vscode: Client = {
  ...COMMON,
  name: "vscode",
  title: "VS Code",
  userFiles: (machine) => [join(applicationFolder(machine), "Code", "User", "mcp.json")],
  projectFile: ".vscode/mcp.json",
  servers: () => ["servers"],
  entry: (launch) => ({ type: "stdio", ...commonEntry(launch) }),
  addCommand: (name, launch) => `code --add-mcp ${shellQuoted(JSON.stringify({ name, ...commonEntry(launch) }))}`,
};
