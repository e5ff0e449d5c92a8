// TypeScript and JavaScript.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { ecmascript as javascriptFacts, typescriptFacts } from "./facts/reader.ts";
import { javascriptProfile, typescriptProfile } from "./outline.ts";
import { javascriptPatterns, typescriptPatterns } from "./patterns.ts";
import { ecmascriptRules } from "./rules.ts";

export const typescript: Language = {
  id: "typescript",
  extensions: [".ts", ".mts", ".cts"],
  interpreters: ["deno", "tsx", "ts-node"],
  reader: grammar("typescript", typescriptProfile),
  facts: typescriptFacts,
  rules: ecmascriptRules,
  libraryMembers: ["ecmascript"],
  patterns: typescriptPatterns,
};

export const tsx: Language = {
  id: "tsx",
  extensions: [".tsx"],
  reader: grammar("tsx", typescriptProfile),
  facts: typescriptFacts,
  rules: ecmascriptRules,
  libraryMembers: ["ecmascript"],
  patterns: typescriptPatterns,
};

export const javascript: Language = {
  id: "javascript",
  extensions: [".js", ".mjs", ".cjs", ".jsx", ".snap"],
  interpreters: ["node", "bun"],
  reader: grammar("javascript", javascriptProfile),
  facts: javascriptFacts,
  rules: ecmascriptRules,
  libraryMembers: ["ecmascript"],
  patterns: javascriptPatterns,
};
