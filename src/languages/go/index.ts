// Go.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { goFacts } from "./facts/reader.ts";
import { goImports } from "./import-lines.ts";
import { goProfile } from "./outline.ts";
import { goPatterns } from "./patterns.ts";
import { goProject } from "./project.ts";
import { goTraces } from "./traces.ts";

export const go: Language = {
  id: "go",
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
  patterns: goPatterns,
  project: goProject,
  importLines: goImports,
  embeds: true,
  traces: goTraces,
};
