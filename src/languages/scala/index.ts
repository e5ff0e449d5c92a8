// Scala.
import { grammar } from "../../syntax/reader.ts";
import { DOTTED_IMPORTS, type Language } from "../contract/language.ts";
import { jvmProject } from "../jvm/project.ts";
import { jvmTraces } from "../jvm/traces.ts";
import { scalaCalls } from "./call-form.ts";
import { scalaDeletion } from "./deletion.ts";
import { scalaErrors } from "./error-handling.ts";
import { scalaFacts } from "./facts/reader.ts";
import { scalaProfile } from "./outline.ts";
import { scalaPatterns } from "./patterns.ts";

export const scala: Language = {
  id: "scala",
  endsWithLine: true,
  extensions: [".scala", ".sc", ".sbt"],
  claims: {
    ".sc":
      /^[ \t]*(?:\/\/>|#![^\n]*\b(?:scala|amm)|import[ \t]+[\w$`.]+|package[ \t]|(?:case[ \t]+)?(?:object|class)[ \t]+\w|(?:sealed[ \t]+)?trait[ \t]+\w|(?:implicit[ \t]+|lazy[ \t]+)?(?:def|val)[ \t]+\w|enum[ \t]+\w|given\b)/m,
  },
  files: { rootMarkers: "build.sbt" },
  reader: grammar("scala", scalaProfile),
  facts: scalaFacts,
  constructors: ["this"],
  calls: scalaCalls,
  deletion: scalaDeletion,
  errors: scalaErrors,
  libraryMembers: ["jvm", "scala"],
  makesMembers: /@\w+|\bcase\s+(?:class|object)\b|\bderives\b/,
  patterns: scalaPatterns,
  project: jvmProject,
  importLines: DOTTED_IMPORTS,
  traces: jvmTraces,
};
