// C and C++.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { cFacts, cppFacts } from "./facts/reader.ts";
import { includes } from "./import-lines.ts";
import { cProfile, cppProfile } from "./outline.ts";
import { cPatterns, cppPatterns } from "./patterns.ts";
import { debuggerTraces } from "./traces.ts";

export const c: Language = {
  id: "c",
  extensions: [".c", ".h"],
  files: {
    lockFiles: "conan.lock vcpkg-lock.json",
    generatedEnds: ".pb.h",
    codeExtensions: "c h",
    vendoredFolders: ".cxx .ccls-cache .clangd",
  },
  reader: grammar("c", cProfile),
  facts: cFacts,
  patterns: cPatterns,
  project: { main: "main" },
  importLines: includes,
  traces: debuggerTraces,
};

export const cpp: Language = {
  id: "cpp",
  extensions: [".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".ino"],
  files: { generatedEnds: ".pb.cc", codeExtensions: "cc cpp hpp" },
  reader: grammar("cpp", cppProfile),
  facts: cppFacts,
  patterns: cppPatterns,
  project: { main: "main" },
  importLines: includes,
  traces: debuggerTraces,
};
