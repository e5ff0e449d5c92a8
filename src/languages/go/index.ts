// Go.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { goCalls } from "./call-form.ts";
import { goDeletion } from "./deletion.ts";
import { goErrors } from "./error-handling.ts";
import { goFacts } from "./facts/reader.ts";
import { goImports } from "./import-lines.ts";
import { goImportSyntax } from "./import-syntax.ts";
import { goLoading } from "./loading.ts";
import { goProfile } from "./outline.ts";
import { goInput } from "./outside-input.ts";
import { goPatterns } from "./patterns.ts";
import { goProject } from "./project.ts";
import { goRename } from "./rename.ts";
import { requiredModules } from "./required-modules.ts";
import { goTraces } from "./traces.ts";

export const go: Language = {
  id: "go",
  namesAreStatic: true,
  endsWithLine: true,
  programStart: { name: "main", imports: /^os\/exec\b|testscript/, words: [] },
  calledBySyntax: /^(?:init|main|String|Error)$/,
  dependencies: [
    {
      manifest: "go.mod",
      locks: ["go.sum"],
      read: requiredModules,
      isMet: (lock, name, wanted) => lock.includes(`${name} ${/v\d\S*/.exec(wanted)?.[0] ?? "v"} `),
    },
  ],
  extensions: [".go"],
  files: {
    rootMarkers: "go.mod go.work",
    lockFiles: "go.sum go.work.sum",
    generatedEnds: ".pb.go .pb.gw.go",
    codeExtensions: "go",
    vendoredBeside: { vendor: "go.mod glide.yaml" },
  },
  sideFiles: { vendored: /\/godeps\//, generated: /\/go\.sum$/ },
  reader: grammar("go", goProfile),
  facts: goFacts,
  errors: goErrors,
  input: goInput,
  calls: goCalls,
  deletion: goDeletion,
  patterns: goPatterns,
  project: goProject,
  importLines: goImports,
  loading: goLoading,
  importSyntax: goImportSyntax,
  embeds: true,
  rename: goRename,
  traces: goTraces,
};
