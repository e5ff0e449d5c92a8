// C and C++.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { cFacts, cppFacts } from "./facts/reader.ts";
import { includes } from "./import-lines.ts";
import { cProfile, cppProfile } from "./outline.ts";
import { cPatterns, cppPatterns } from "./patterns.ts";
import { cppRules, cRules } from "./rules.ts";

export const c: Language = {
  id: "c",
  extensions: [".c", ".h"],
  reader: grammar("c", cProfile),
  facts: cFacts,
  rules: cRules,
  patterns: cPatterns,
  project: { main: "main" },
  importLines: includes,
};

export const cpp: Language = {
  id: "cpp",
  extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".ino"],
  reader: grammar("cpp", cppProfile),
  facts: cppFacts,
  rules: cppRules,
  patterns: cppPatterns,
  project: { main: "main" },
  importLines: includes,
};
