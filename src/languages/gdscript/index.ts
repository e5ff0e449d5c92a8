// GDScript.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { gdscriptProfile } from "./outline.ts";

export const gdscript: Language = {
  id: "gdscript",
  extensions: [".gd"],
  claims: {
    ".gd":
      /^[ \t]*(?:extends[ \t]|class_name[ \t]|@?tool\b|@(?:export\w*|onready|icon|abstract|rpc|warning_ignore|static_unload)\b|(?:static[ \t]+)?func[ \t]+\w|var[ \t]+\w|signal[ \t]+\w|const[ \t]+\w|enum\b|class[ \t]+\w+[^\n]*:)/m,
  },
  reader: grammar("gdscript", gdscriptProfile),
};
