// C and C++.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { cCalls, cppCalls } from "./call-form.ts";
import { cDeletion, cppDeletion } from "./deletion.ts";
import { cppErrors } from "./error-handling.ts";
import { cFacts, cppFacts } from "./facts/reader.ts";
import { inHeaders } from "./headers.ts";
import { includes } from "./import-lines.ts";
import { cProfile, cppProfile } from "./outline.ts";
import { cPatterns, cppPatterns } from "./patterns.ts";
import { cppRename, cRename } from "./rename.ts";
import { debuggerTraces } from "./traces.ts";

/** Who includes a header has what it defines, `static` or not. */
const isOfHeader = (_path: string, from: string): boolean => /\.h\w*$/i.test(from);

export const c: Language = {
  id: "c",
  namesAreStatic: true,
  extensions: [".c", ".h"],
  files: {
    lockFiles: "conan.lock vcpkg-lock.json",
    generatedEnds: ".pb.h",
    codeExtensions: "c h",
    vendoredFolders: ".cxx .ccls-cache .clangd",
  },
  reader: grammar("c", cProfile),
  facts: cFacts,
  calls: cCalls,
  patterns: cPatterns,
  project: { main: "main" },
  importLines: includes,
  rename: cRename,
  deletion: cDeletion,
  traces: debuggerTraces,
  seesUnexported: isOfHeader,
};

export const cpp: Language = {
  id: "cpp",
  namesAreStatic: true,
  calledBySyntax: /^(?:main|~\w+|operator\b.*)$/,
  // The second line: modules.
  extensions: [
    ...[".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".ino"],
    ...[".cppm", ".ixx", ".mxx", ".ccm", ".cxxm", ".c++m", ".mpp", ".h"],
  ],
  claims: { ".h": inHeaders("cpp") },
  files: { generatedEnds: ".pb.cc", codeExtensions: "cc cpp cppm hpp ixx" },
  reader: grammar("cpp", cppProfile),
  facts: cppFacts,
  errors: cppErrors,
  calls: cppCalls,
  patterns: cppPatterns,
  project: { main: "main" },
  importLines: includes,
  rename: cppRename,
  deletion: cppDeletion,
  traces: debuggerTraces,
  seesUnexported: isOfHeader,
};
