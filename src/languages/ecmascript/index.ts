// TypeScript and JavaScript.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { ecmascript as javascriptFacts, typescriptFacts } from "./facts/reader.ts";
import { ecmascriptFiles, ecmascriptSideFiles } from "./file-names.ts";
import { ecmascriptImports } from "./import-lines.ts";
import { javascriptProfile, typescriptProfile } from "./outline.ts";
import { javascriptPatterns, typescriptPatterns } from "./patterns.ts";
import { ecmascriptProject } from "./project.ts";
import { ecmascriptTraces } from "./traces.ts";

export const typescript: Language = {
  id: "typescript",
  extensions: [".ts", ".mts", ".cts"],
  interpreters: ["deno", "tsx", "ts-node"],
  files: ecmascriptFiles,
  sideFiles: ecmascriptSideFiles,
  hubStems: ["index"],
  reader: grammar("typescript", typescriptProfile),
  facts: typescriptFacts,
  libraryMembers: ["ecmascript"],
  patterns: typescriptPatterns,
  project: ecmascriptProject,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  traces: ecmascriptTraces,
};

export const tsx: Language = {
  id: "tsx",
  dialectOf: "typescript",
  extensions: [".tsx"],
  reader: grammar("tsx", typescriptProfile),
  facts: typescriptFacts,
  libraryMembers: ["ecmascript"],
  patterns: typescriptPatterns,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  traces: ecmascriptTraces,
};

export const javascript: Language = {
  id: "javascript",
  extensions: [".js", ".mjs", ".cjs", ".jsx", ".snap"],
  interpreters: ["node", "bun"],
  reader: grammar("javascript", javascriptProfile),
  facts: javascriptFacts,
  libraryMembers: ["ecmascript"],
  patterns: javascriptPatterns,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  traces: ecmascriptTraces,
};
