import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { applicationFolder, COMMON, configFolder } from "../contract/common-entry.ts";

export const zed: Client = {
  ...COMMON,
  name: "zed",
  title: "Zed",
  userFiles: (machine) => [
    machine.platform === "win32"
      ? join(applicationFolder(machine), "Zed", "settings.json")
      : join(configFolder(machine), "zed", "settings.json"),
  ],
  projectFile: ".zed/settings.json",
  servers: () => ["context_servers"],
};
