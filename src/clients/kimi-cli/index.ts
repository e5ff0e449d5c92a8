import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { COMMON } from "../contract/common-entry.ts";

export const kimiCli: Client = {
  ...COMMON,
  name: "kimi-cli",
  title: "Kimi CLI",
  userFiles: ({ home }) => [join(home, ".kimi", "mcp.json")],
};
