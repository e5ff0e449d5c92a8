// Gleam.
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS, type Language } from "../contract/language.ts";
import { gleamProfile } from "./outline.ts";

export const gleam: Language = {
  id: "gleam",
  extensions: [".gleam"],
  reader: grammar("gleam", gleamProfile),
  importLines: DOTTED_IMPORTS,
};
