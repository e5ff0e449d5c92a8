// Swift.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { swiftCalls } from "./call-form.ts";
import { swiftErrors } from "./error-handling.ts";
import { swiftFacts } from "./facts/reader.ts";
import { swiftProfile } from "./outline.ts";
import { swiftPatterns } from "./patterns.ts";
import { swiftProject } from "./project.ts";

export const swift: Language = {
  id: "swift",
  endsWithLine: true,
  extensions: [".swift"],
  interpreters: ["swift"],
  files: {
    rootMarkers: "Package.swift",
    lockFiles: "Podfile.lock Package.resolved Cartfile.resolved",
    codeExtensions: "swift",
    vendoredFolders: "DerivedData .build",
    vendoredBeside: { Pods: "Podfile", Carthage: "Cartfile" },
  },
  sideFiles: { vendored: /\/(?:pods|carthage)\// },
  reader: grammar("swift", swiftProfile),
  facts: swiftFacts,
  calls: swiftCalls,
  errors: swiftErrors,
  patterns: swiftPatterns,
  project: swiftProject,
  constructors: ["init"],
  makesMembers: /@\w+/,
};
