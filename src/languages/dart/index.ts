// Dart.
import { grammar } from "../../syntax/reader.ts";
import { lastNames } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { dartProfile } from "./outline.ts";
import { dartPatterns } from "./patterns.ts";

export const dart: Language = {
  id: "dart",
  extensions: [".dart"],
  files: {
    rootMarkers: "pubspec.yaml",
    lockFiles: "pubspec.lock",
    generatedEnds: ".g.dart .freezed.dart",
    codeExtensions: "dart",
    vendoredFolders: ".dart_tool",
  },
  reader: grammar("dart", dartProfile),
  patterns: dartPatterns,
  project: { main: "main" },
  importLines: { firsts: "i", start: /^\s*import\s+['"]/, names: lastNames },
};
