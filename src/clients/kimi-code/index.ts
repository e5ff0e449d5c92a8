import { join } from "node:path";
import { type Client, COMMON } from "../contract/client.ts";

export const kimiCode: Client = {
  ...COMMON,
  name: "kimi-code",
  title: "Kimi Code",
  userFiles: ({ home, env }) => [join(env["KIMI_CODE_HOME"] ?? join(home, ".kimi-code"), "mcp.json")],
};
