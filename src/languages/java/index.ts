// Java.
import { BRACED } from "../../syntax/patterns/braced.ts";
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { jvmFiles } from "../jvm/file-names.ts";
import { jvmProject } from "../jvm/project.ts";
import { jvmTraces } from "../jvm/traces.ts";
import { javaFacts } from "./facts/reader.ts";
import { javaProfile } from "./outline.ts";

export const java: Language = {
  id: "java",
  extensions: [".java"],
  files: jvmFiles,
  reader: grammar("java", javaProfile),
  facts: javaFacts,
  libraryMembers: ["jvm"],
  patterns: BRACED,
  project: jvmProject,
  importLines: DOTTED_IMPORTS,
  traces: jvmTraces,
};
