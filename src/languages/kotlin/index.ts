// Kotlin.
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS, type Language } from "../contract/language.ts";
import { jvmProject } from "../jvm/project.ts";
import { jvmTraces } from "../jvm/traces.ts";
import { kotlinCalls } from "./call-form.ts";
import { kotlinDeletion } from "./deletion.ts";
import { kotlinErrors } from "./error-handling.ts";
import { kotlinFacts } from "./facts/reader.ts";
import { kotlinProfile } from "./outline.ts";
import { kotlinPatterns } from "./patterns.ts";

export const kotlin: Language = {
  id: "kotlin",
  endsWithLine: true,
  programStart: { name: "main", imports: /\bProcessBuilder$/, words: ["ProcessBuilder"] },
  calledBySyntax: /^(?:main|toString|equals|hashCode|invoke|get|set|compareTo)$/,
  everyObjectHas: /^(?:equals|hashCode|toString)$/,
  makesMembers: /@\w+|\bdata\s+(?:class|object)\b/,
  defaultsElsewhere: /^\s*(?:[\w@]+\s+)*actual\s/,
  extensions: [".kt", ".kts"],
  reader: grammar("kotlin", kotlinProfile),
  facts: kotlinFacts,
  errors: kotlinErrors,
  calls: kotlinCalls,
  deletion: kotlinDeletion,
  libraryMembers: ["jvm", "kotlin"],
  patterns: kotlinPatterns,
  project: jvmProject,
  importLines: DOTTED_IMPORTS,
  constructors: ["constructor"],
  traces: jvmTraces,
};
