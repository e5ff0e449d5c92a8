// Elm.
import { BARE, withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS, type Language } from "../contract/language.ts";
import { elmProfile } from "./outline.ts";

export const elm: Language = {
  id: "elm",
  extensions: [".elm"],
  files: { vendoredFolders: "elm-stuff" },
  reader: grammar("elm", elmProfile),
  patterns: { ...withExamples("$F $X", "$A + $B"), surrounds: [["q =\n    ", "\n"], BARE] },
  importLines: DOTTED_IMPORTS,
};
