// Lua.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { luaProfile } from "./outline.ts";

export const lua: Language = {
  id: "lua",
  extensions: [".lua", ".rockspec"],
  interpreters: ["lua", "luajit", "texlua"],
  reader: grammar("lua", luaProfile),
};
