// Dart.
import { grammar } from "../../syntax/reader.ts";
import { dependencyLines } from "../contract/dependency-files.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { dartErrors } from "./error-handling.ts";
import { dartProfile } from "./outline.ts";
import { dartPatterns } from "./patterns.ts";

export const dart: Language = {
  id: "dart",
  dependencies: [
    { manifest: "pubspec.yaml", locks: ["pubspec.lock"], read: dependencyLines(/^ {2}(\w+):\s+["^>=<\d]/) },
  ],
  extensions: [".dart"],
  files: {
    rootMarkers: "pubspec.yaml",
    lockFiles: "pubspec.lock",
    generatedEnds: ".g.dart .freezed.dart",
    codeExtensions: "dart",
    vendoredFolders: ".dart_tool",
  },
  reader: grammar("dart", dartProfile),
  errors: dartErrors,
  patterns: dartPatterns,
  project: { main: "main" },
  importLines: { firsts: "i", start: /^\s*import\s+['"]/, names: lastNames },
};
