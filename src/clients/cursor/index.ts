import { join } from "node:path";
import { type Client, COMMON } from "../contract/client.ts";

export const cursor: Client = {
  ...COMMON,
  name: "cursor",
  title: "Cursor",
  userFiles: ({ home }) => [join(home, ".cursor", "mcp.json")],
  projectFile: ".cursor/mcp.json",
};
