// Perl.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { perlProfile } from "./outline.ts";

export const perl: Language = {
  id: "perl",
  extensions: [".pl", ".pm", ".t", ".psgi"],
  fileNames: ["cpanfile", "Makefile.PL", "Build.PL"],
  claims: {
    ".t": /^[ \t]*(?:#![^\n]*\bperl\b|(?:use|no|require)[ \t]+[\w:.]+|package[ \t]+[\w:]+|sub[ \t]+\w+|(?:my|our|local)[ \t]*[$@%(]|[$@%]\w+[ \t]*=|BEGIN[ \t]*\{|print[ \t]+["'])/m,
    // A picture of X11.
    ".pm": /^(?!\s*\/\* XPM)/,
  },
  interpreters: ["perl"],
  files: { codeExtensions: "pl" },
  reader: grammar("perl", perlProfile),
  importLines: { firsts: "u", start: /^\s*use\s+[A-Z]/, names: lastNames },
};
