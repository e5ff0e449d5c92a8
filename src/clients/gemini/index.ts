import { join } from "node:path";
import { COMMON } from "../common-entry.ts";
import type { Client } from "../contract.ts";

export const gemini: Client = {
  ...COMMON,
  name: "gemini",
  title: "Gemini CLI",
  userFiles: ({ home }) => [join(home, ".gemini", "settings.json")],
  projectFile: ".gemini/settings.json",
};
