// Rust.
import { grammar } from "../../syntax/reader.ts";
import { lastNames } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { rustFacts } from "./facts/reader.ts";
import { rustProfile } from "./outline.ts";
import { rustPatterns } from "./patterns.ts";
import { rustProject } from "./project.ts";
import { rustTraces } from "./traces.ts";

export const rust: Language = {
  id: "rust",
  extensions: [".rs"],
  files: {
    rootMarkers: "Cargo.toml",
    lockFiles: "Cargo.lock",
    codeExtensions: "rs",
    vendoredFolders: ".cargo-cache",
    vendoredBeside: { vendor: "Cargo.toml" },
  },
  sideFiles: { test: /\/tests?\.rs$/ },
  hubStems: ["mod", "lib", "main"],
  reader: grammar("rust", rustProfile),
  facts: rustFacts,
  patterns: rustPatterns,
  project: rustProject,
  importLines: { firsts: "pue", start: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\s/, names: lastNames },
  traces: rustTraces,
};
