// R.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { rProfile } from "./outline.ts";

export const r: Language = {
  id: "r",
  extensions: [".r"],
  // Rebol and Red start with their name; Rez describes resources.
  claims: {
    ".r": /^(?![\s\S]{0,8000}?(?:^|\n)[ \t]*(?:(?:REBOL|Red(?:\/System)?)\s*\[|resource\s+'|#include\s+["<]))/i,
  },
  interpreters: ["Rscript"],
  reader: grammar("r", rProfile),
};
