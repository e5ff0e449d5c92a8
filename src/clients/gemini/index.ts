import { join } from "node:path";
import type { Client } from "../contract/client.ts";
import { COMMON } from "../contract/common-entry.ts";

export const gemini: Client = {
  ...COMMON,
  name: "gemini",
  title: "Gemini CLI",
  userFiles: ({ home }) => [join(home, ".gemini", "settings.json")],
  projectFile: ".gemini/settings.json",
  rulesFile: "GEMINI.md",
};
