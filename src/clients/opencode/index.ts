import { join } from "node:path";
import { asObject, asTexts } from "../../system/parse-config.ts";
import { type Client, COMMON, configFolder } from "../contract/client.ts";

export const opencode: Client = {
  ...COMMON,
  name: "opencode",
  title: "opencode",
  userFiles: (machine) => {
    const folder = join(configFolder(machine), "opencode");
    return [join(folder, "opencode.json"), join(folder, "opencode.jsonc")];
  },
  projectFile: "opencode.json",
  // Version 2 has its servers in `mcp.servers`, and reads those of version 1 in `mcp` as well.
  servers: (config) => (asObject(asObject(config["mcp"])?.["servers"]) === null ? ["mcp"] : ["mcp", "servers"]),
  entry: ({ command, args, env }) => ({
    type: "local",
    command: [command, ...args],
    enabled: true,
    ...(Object.keys(env).length === 0 ? {} : { environment: env }),
  }),
  wordsOf: ({ command }) => asTexts(command),
};
