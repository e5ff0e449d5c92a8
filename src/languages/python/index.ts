// Python.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { pythonFacts } from "./facts/reader.ts";
import { pythonFiles } from "./file-names.ts";
import { pythonImports } from "./import-lines.ts";
import { pythonProfile } from "./outline.ts";
import { pythonPatterns } from "./patterns.ts";
import { pythonProject } from "./project.ts";
import { pythonTraces } from "./traces.ts";

export const python: Language = {
  id: "python",
  extensions: [".py", ".pyi", ".pyw"],
  fileNames: ["SConstruct", "SConscript", "wscript"],
  interpreters: ["python", "pypy"],
  files: pythonFiles,
  sideFiles: { test: /\/tests?\.py$/, generated: /[._]pb2(?:_grpc)?\.[^./]+$/, declaration: /\.pyi$/ },
  hubStems: ["__init__"],
  reader: grammar("python", pythonProfile),
  facts: pythonFacts,
  libraryMembers: ["python"],
  patterns: pythonPatterns,
  project: pythonProject,
  importLines: pythonImports,
  constructors: ["__init__", "__new__"],
  traces: pythonTraces,
};
