import { join } from "node:path";
import { COMMON } from "../common-entry.ts";
import type { Client } from "../contract.ts";

export const cursor: Client = {
  ...COMMON,
  name: "cursor",
  title: "Cursor",
  userFiles: ({ home }) => [join(home, ".cursor", "mcp.json")],
  projectFile: ".cursor/mcp.json",
};
