// Starlark, in which build tools are configured: Python without what makes programs of it.
import type { LanguageProfile } from "../../syntax/profile.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { pythonProfile } from "../python/outline.ts";

const NOT_THERE = ["class_definition", "import_statement", "import_from_statement", "try_statement", "raise_statement"];

const starlarkProfile: LanguageProfile = {
  ...pythonProfile,
  lenient: [pythonProfile.lenient ?? "", ...NOT_THERE.map((type) => `(${type}) @fault`)].join("\n"),
};

export const starlark: Language = {
  id: "starlark",
  extensions: [".bzl", ".bazel", ".star", ".starlark", ".sky"],
  fileNames: ["BUILD", "WORKSPACE", "Tiltfile", "BUCK"],
  // Scripts are called so, too.
  claims: {
    // Tables of data in the format STAR, too.
    ".star": /^(?![\s\S]*\n(?:data|loop)_)/,
    build: /^(?:load\(\s*["']|package\(|[a-z]\w*\(\s*$|[a-z]\w*\(name\s*=)/m,
  },
  reader: grammar("python", starlarkProfile),
};
