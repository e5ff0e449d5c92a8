// Rust.
import { grammar } from "../../syntax/reader.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { rustCalls } from "./call-form.ts";
import { rustDeletion } from "./deletion.ts";
import { cargoDependencies } from "./dependency-files.ts";
import { rustErrors } from "./error-handling.ts";
import { rustFacts } from "./facts/reader.ts";
import { rustProfile } from "./outline.ts";
import { rustInput } from "./outside-input.ts";
import { rustPatterns } from "./patterns.ts";
import { rustProject } from "./project.ts";
import { rustRename } from "./rename.ts";
import { rustTraces } from "./traces.ts";
import { isBelow } from "./visibility.ts";
export const rust: Language = {
  id: "rust",
  namesAreStatic: true,
  programStart: {
    name: "main",
    imports: /\bprocess\b|\b(?:assert_cmd|escargot|trycmd|snapbox)\b/,
    words: ["assert_cmd", "cargo_bin", "trycmd"],
  },
  calledBySyntax: /^(?:main|drop|fmt|poll|next|deref)$/,
  makesMembers: /#\[.*|^\s*\w+,\s*$/,
  dependencies: [cargoDependencies],
  extensions: [".rs"],
  // RenderScript, which is C, and XML.
  claims: {
    ".rs": /^(?!\s*(?:<|(?:\/\*[\s\S]{0,4000}?\*\/\s*|\/\/[^\n]*\n\s*){0,100}#[ \t]*(?:pragma|include|define)\b))/,
  },
  files: {
    rootMarkers: "Cargo.toml",
    lockFiles: "Cargo.lock",
    codeExtensions: "rs",
    vendoredFolders: ".cargo-cache",
    vendoredBeside: { vendor: "Cargo.toml" },
  },
  sideFiles: { test: /\/tests?\.rs$/ },
  importsBringMembers: true,
  hubStems: ["mod", "lib", "main"],
  reader: grammar("rust", rustProfile),
  facts: rustFacts,
  errors: rustErrors,
  input: rustInput,
  calls: rustCalls,
  deletion: rustDeletion,
  patterns: rustPatterns,
  project: rustProject,
  importLines: { firsts: "pue", start: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\s/, names: lastNames },
  rename: rustRename,
  traces: rustTraces,
  seesUnexported: isBelow,
};
