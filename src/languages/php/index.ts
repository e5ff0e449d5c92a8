// PHP.
import { grammar } from "../../syntax/reader.ts";
import { lastNames } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { phpFacts } from "./facts/reader.ts";
import { phpProfile } from "./outline.ts";
import { phpPatterns } from "./patterns.ts";
import { phpTraces } from "./traces.ts";

export const php: Language = {
  id: "php",
  extensions: [".php", ".phtml", ".php5"],
  interpreters: ["php"],
  files: {
    rootMarkers: "composer.json",
    lockFiles: "composer.lock symfony.lock",
    codeExtensions: "php",
    vendoredBeside: { vendor: "composer.json" },
  },
  reader: grammar("php", phpProfile),
  facts: phpFacts,
  libraryMembers: ["php"],
  patterns: phpPatterns,
  importLines: { firsts: "u", start: /^use\s+[\w\\]/, names: lastNames },
  constructors: ["__construct"],
  traces: phpTraces,
};
