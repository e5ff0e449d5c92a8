// Python.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { pythonCalls } from "./call-form.ts";
import { pythonDeletion } from "./deletion.ts";
import { pythonDependencies } from "./dependency-files.ts";
import { pythonErrors } from "./error-handling.ts";
import { pythonFacts } from "./facts/reader.ts";
import { pythonFiles } from "./file-names.ts";
import { pythonImports } from "./import-lines.ts";
import { pythonImportSyntax } from "./import-syntax.ts";
import { pythonLoading } from "./loading.ts";
import { pythonProfile } from "./outline.ts";
import { pythonInput } from "./outside-input.ts";
import { pythonPatterns } from "./patterns.ts";
import { pythonProject } from "./project.ts";
import { isProtocol } from "./protocols.ts";
import { pythonRename } from "./rename.ts";
import { pythonTraces } from "./traces.ts";
export const python: Language = {
  id: "python",
  endsWithLine: true,
  programStart: { name: "main", imports: /^(?:subprocess|pexpect)\b|\.create_subprocess_\w+$/, words: ["subprocess"] },
  calledBySyntax: /^__\w+__$/,
  makesMembers: /^\s*@\w[\w.]*/,
  everyObjectHas:
    /^__(?:eq|ne|lt|le|gt|ge|hash|str|repr|format|dir|sizeof|reduce|reduce_ex|setattr|getattribute|delattr)__$/,
  findsMembersLate: true,
  answersForMembers: /^__getattr(?:ibute)?__$/,
  dependencies: pythonDependencies,
  // Django's and Alembic's.
  docstrings: /^[ \t]*[rRuU]?("""|''')[\s\S]*?\1[ \t]*$/gm,
  migrations: /\/migrations\/\d{4}_\w+\.py$|\/(?:alembic|migrations)\/versions\/\w+\.py$/,
  extensions: [".py", ".pyi", ".pyw"],
  fileNames: ["SConstruct", "SConscript", "wscript"],
  interpreters: ["python", "pypy", "uv"],
  files: pythonFiles,
  sideFiles: { test: /\/tests?\.py$/, generated: /[._]pb2(?:_grpc)?\.[^./]+$/, declaration: /\.pyi$/ },
  hubStems: ["__init__"],
  reader: grammar("python", pythonProfile),
  facts: pythonFacts,
  calls: pythonCalls,
  libraryMembers: ["python"],
  errors: pythonErrors,
  input: pythonInput,
  patterns: pythonPatterns,
  project: pythonProject,
  importLines: pythonImports,
  importSyntax: pythonImportSyntax,
  loading: pythonLoading,
  constructors: ["__init__", "__new__"],
  isMatchedByMembers: isProtocol,
  rename: pythonRename,
  deletion: pythonDeletion,
  traces: pythonTraces,
};
