import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { COMMON } from "../contract/common-entry.ts";

export const cursor: Client = {
  ...COMMON,
  name: "cursor",
  title: "Cursor",
  userFiles: ({ home }) => [join(home, ".cursor", "mcp.json")],
  projectFile: ".cursor/mcp.json",
};
