// Emacs Lisp.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { elispProfile } from "./outline.ts";

export const elisp: Language = {
  id: "elisp",
  extensions: [".el"],
  fileNames: [".emacs", "Cask"],
  reader: grammar("elisp", elispProfile),
  patterns: withExamples("($F $$$ARGS)", "(+ $A $B)"),
};
