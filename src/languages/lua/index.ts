// Lua.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { luaProfile } from "./outline.ts";

export const lua: Language = {
  id: "lua",
  extensions: [".lua", ".rockspec"],
  interpreters: ["lua", "luajit", "texlua"],
  files: { codeExtensions: "lua" },
  reader: grammar("lua", luaProfile),
  importLines: { firsts: "l", start: /^\s*local\s+\w+\s*=\s*require\b/, names: lastNames },
};
