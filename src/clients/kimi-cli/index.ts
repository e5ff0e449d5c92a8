import { join } from "node:path";
import { type Client, COMMON } from "../contract/client.ts";

export const kimiCli: Client = {
  ...COMMON,
  name: "kimi-cli",
  title: "Kimi CLI",
  userFiles: ({ home }) => [join(home, ".kimi", "mcp.json")],
};
