import { join } from "node:path";
import { type Client, COMMON } from "../contract/client.ts";

export const gemini: Client = {
  ...COMMON,
  name: "gemini",
  title: "Gemini CLI",
  userFiles: ({ home }) => [join(home, ".gemini", "settings.json")],
  projectFile: ".gemini/settings.json",
  rulesFile: "GEMINI.md",
};
