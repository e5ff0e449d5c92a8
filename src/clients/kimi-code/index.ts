import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { COMMON } from "../contract/common-entry.ts";

export const kimiCode: Client = {
  ...COMMON,
  name: "kimi-code",
  title: "Kimi Code",
  userFiles: ({ home, env }) => [join(env["KIMI_CODE_HOME"] ?? join(home, ".kimi-code"), "mcp.json")],
};
