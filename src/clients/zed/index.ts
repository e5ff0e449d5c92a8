import { join } from "node:path";
import { applicationFolder, type Client, COMMON, configFolder } from "../contract/client.ts";

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
