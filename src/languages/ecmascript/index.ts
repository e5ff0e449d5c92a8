// TypeScript and JavaScript.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { javascriptCalls, typescriptCalls } from "./call-form.ts";
import { ecmascriptDeletion } from "./deletion.ts";
import { packageJsonDependencies } from "./dependency-files.ts";
import { ecmascriptErrors } from "./error-handling.ts";
import { ecmascript as javascriptFacts, typescriptFacts } from "./facts/reader.ts";
import { ecmascriptFiles, ecmascriptSideFiles } from "./file-names.ts";
import { ecmascriptImports } from "./import-lines.ts";
import { ecmascriptImportSyntax } from "./import-syntax.ts";
import { ecmascriptLoading } from "./loading.ts";
import { javascriptProfile, typescriptProfile } from "./outline.ts";
import { ecmascriptInput } from "./outside-input.ts";
import { javascriptPatterns, typescriptPatterns } from "./patterns.ts";
import { ecmascriptProject } from "./project.ts";
import { ecmascriptRename } from "./rename.ts";
import { ecmascriptTraces } from "./traces.ts";

const programStart = {
  name: "main",
  imports: /^(?:node:)?child_process\b|^(?:execa|zx|cross-spawn|node-pty)\b/,
  words: ["child_process", "execa"],
};

export const typescript: Language = {
  id: "typescript",
  seesUnexported: () => false,
  programStart,
  calledBySyntax: /^(?:constructor|toString|toJSON|valueOf|then)$/,
  dependencies: [packageJsonDependencies],
  migrations: /\/migrations?\/\d{8,17}[-_][\w-]+\.[cm]?[jt]s$/,
  extensions: [".ts", ".mts", ".cts"],
  // Translations of Qt, and TypoScript, which sets up pages of TYPO3.
  claims: {
    ".ts":
      /^(?!\s*(?:(?:#[^\n]*\n|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/)\s*){0,50}(?:<(?:\?xml|!DOCTYPE|TS|INCLUDE_TYPOSCRIPT:)(?!\w)|plugin\.tx_\w|(?:lib\.[\w.]+|page|tt_content\.\w+)[ \t]*=[ \t]*[A-Z]{3,}[ \t]*\r?\n))/,
  },
  interpreters: ["deno", "tsx", "ts-node", "bun"],
  files: ecmascriptFiles,
  sideFiles: ecmascriptSideFiles,
  hubStems: ["index"],
  reader: grammar("typescript", typescriptProfile),
  facts: typescriptFacts,
  calls: typescriptCalls,
  deletion: ecmascriptDeletion,
  libraryMembers: ["ecmascript"],
  errors: ecmascriptErrors,
  input: ecmascriptInput,
  patterns: typescriptPatterns,
  project: ecmascriptProject,
  importLines: ecmascriptImports,
  loading: ecmascriptLoading,
  importSyntax: ecmascriptImportSyntax,
  constructors: ["constructor"],
  rename: ecmascriptRename,
  traces: ecmascriptTraces,
};

export const tsx: Language = {
  id: "tsx",
  seesUnexported: () => false,
  programStart,
  calledBySyntax: /^(?:constructor|toString|toJSON|valueOf|then)$/,
  dialectOf: "typescript",
  extensions: [".tsx"],
  reader: grammar("tsx", typescriptProfile),
  facts: typescriptFacts,
  calls: typescriptCalls,
  deletion: ecmascriptDeletion,
  libraryMembers: ["ecmascript"],
  errors: ecmascriptErrors,
  input: ecmascriptInput,
  patterns: typescriptPatterns,
  importLines: ecmascriptImports,
  loading: ecmascriptLoading,
  importSyntax: ecmascriptImportSyntax,
  constructors: ["constructor"],
  rename: ecmascriptRename,
  traces: ecmascriptTraces,
};

export const javascript: Language = {
  id: "javascript",
  seesUnexported: () => false,
  programStart,
  findsMembersLate: true,
  calledBySyntax: /^(?:constructor|toString|toJSON|valueOf|then)$/,
  extensions: [".js", ".mjs", ".cjs", ".jsx", ".snap", ".es"],
  claims: {
    // Texts in Spanish.
    ".es":
      /^[ \t]*(?:import\b[^\n]*["']|export[ \t]+(?:default|const|let|function|class|async)\b|export[ \t]*[{*]|(?:const|let|var)[ \t]+[\w$[{][^\n]*=|(?:async[ \t]+)?function\b[ \t*]*[\w$]*[ \t]*\(|class[ \t]+\w[^\n]*\{|['"]use strict)/m,
    // Snapshots of other languages' tests.
    ".snap": /^\s*(?:\/\/[^\n]*\n\s*){0,20}exports\[/,
  },
  interpreters: ["node"],
  reader: grammar("javascript", javascriptProfile),
  facts: javascriptFacts,
  calls: javascriptCalls,
  deletion: ecmascriptDeletion,
  libraryMembers: ["ecmascript"],
  errors: ecmascriptErrors,
  input: ecmascriptInput,
  patterns: javascriptPatterns,
  importLines: ecmascriptImports,
  loading: ecmascriptLoading,
  importSyntax: ecmascriptImportSyntax,
  constructors: ["constructor"],
  rename: ecmascriptRename,
  traces: ecmascriptTraces,
};
