// Java.
import { BRACED } from "../../syntax/patterns/braced.ts";
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS, type Language } from "../contract/language.ts";
import { jvmFiles } from "../jvm/file-names.ts";
import { jvmProject } from "../jvm/project.ts";
import { jvmTraces } from "../jvm/traces.ts";
import { javaCalls } from "./call-form.ts";
import { javaDeletion } from "./deletion.ts";
import { javaErrors } from "./error-handling.ts";
import { javaFacts } from "./facts/reader.ts";
import { javaImportSyntax } from "./import-syntax.ts";
import { javaProfile } from "./outline.ts";
import { javaInput } from "./outside-input.ts";
import { javaRename } from "./rename.ts";
export const java: Language = {
  id: "java",
  programStart: { name: "main", imports: /\bProcessBuilder$/, words: ["ProcessBuilder"] },
  calledBySyntax: /^(?:main|toString|equals|hashCode|close|run|compareTo)$/,
  everyObjectHas: /^(?:equals|hashCode|toString|getClass)$/,
  makesMembers: /@\w+(?:\([^)]*\))?/,
  migrations: /\/v\d+(?:_\d+)*__\w+\.java$/,
  extensions: [".java"],
  files: jvmFiles,
  reader: grammar("java", javaProfile),
  facts: javaFacts,
  errors: javaErrors,
  input: javaInput,
  calls: javaCalls,
  deletion: javaDeletion,
  libraryMembers: ["jvm"],
  patterns: BRACED,
  project: jvmProject,
  importLines: DOTTED_IMPORTS,
  importSyntax: javaImportSyntax,
  rename: javaRename,
  traces: jvmTraces,
};
