// Perl.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { perlProfile } from "./outline.ts";

export const perl: Language = {
  id: "perl",
  extensions: [".pl", ".pm", ".t", ".psgi"],
  fileNames: ["cpanfile"],
  interpreters: ["perl"],
  files: { codeExtensions: "pl" },
  reader: grammar("perl", perlProfile),
  importLines: { firsts: "u", start: /^\s*use\s+[A-Z]/, names: lastNames },
};
