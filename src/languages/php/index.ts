// PHP.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { phpCalls } from "./call-form.ts";
import { phpDeletion } from "./deletion.ts";
import { composerDependencies } from "./dependency-files.ts";
import { phpErrors } from "./error-handling.ts";
import { phpFacts } from "./facts/reader.ts";
import { phpProfile } from "./outline.ts";
import { phpInput } from "./outside-input.ts";
import { phpPatterns } from "./patterns.ts";
import { phpTraces } from "./traces.ts";

export const php: Language = {
  id: "php",
  calledBySyntax: /^__\w+$/,
  findsMembersLate: true,
  answersForMembers: /^__(?:get|call|callStatic)$/,
  dependencies: [composerDependencies],
  migrations: /\/migrations\/(?:\d{4}_\d{2}_\d{2}_\d{6}_\w+|version\d{14})\.php$/,
  extensions: [".php", ".phtml", ".php5", ".inc"],
  claims: { ".inc": /^\s*<\?php\b/ },
  interpreters: ["php"],
  files: {
    rootMarkers: "composer.json",
    lockFiles: "composer.lock symfony.lock",
    codeExtensions: "php",
    vendoredBeside: { vendor: "composer.json" },
  },
  // PHPUnit's `CartTest.php` often stands beside what it tests; `Latest.php` and the like are words.
  sideFiles: { test: /(?<!\/(?:la|fas|grea|shor|con|pro|at|de))test(?:case)?\.php$/ },
  reader: grammar("php", phpProfile),
  facts: phpFacts,
  errors: phpErrors,
  input: phpInput,
  calls: phpCalls,
  deletion: phpDeletion,
  libraryMembers: ["php"],
  patterns: phpPatterns,
  importLines: { firsts: "u", start: /^use\s+[\w\\]/, names: lastNames },
  constructors: ["__construct"],
  traces: phpTraces,
};
