import { join } from "node:path";
import { COMMON } from "../common-entry.ts";
import type { Client } from "../contract.ts";

export const kimiCli: Client = {
  ...COMMON,
  name: "kimi-cli",
  title: "Kimi CLI",
  userFiles: ({ home }) => [join(home, ".kimi", "mcp.json")],
};
