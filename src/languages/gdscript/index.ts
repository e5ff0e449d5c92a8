// GDScript.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { gdscriptProfile } from "./outline.ts";

export const gdscript: Language = { id: "gdscript", extensions: [".gd"], reader: grammar("gdscript", gdscriptProfile) };
