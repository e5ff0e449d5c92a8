// C#.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { csharpFacts } from "./facts/reader.ts";
import { csharpProfile } from "./outline.ts";
import { csharpPatterns } from "./patterns.ts";
import { csharpTraces } from "./traces.ts";

export const csharp: Language = {
  id: "csharp",
  extensions: [".cs", ".csx"],
  files: {
    rootMarkers: "*.sln *.slnx",
    lockFiles: "packages.lock.json paket.lock",
    generatedEnds: ".designer.cs .g.cs .g.i.cs",
    binaryExtensions: "nupkg",
    codeExtensions: "cs",
  },
  sideFiles: { generated: /[._]designer\.[^./]+$/ },
  reader: grammar("c_sharp", csharpProfile),
  facts: csharpFacts,
  libraryMembers: ["csharp"],
  patterns: csharpPatterns,
  project: { main: "Main" },
  importLines: {
    firsts: "gu",
    start: /^\s*(?:global\s+)?using\s+\w+\s*=/,
    names: (statement) => /(\w+)\s*=/.exec(statement)?.slice(1) ?? [],
  },
  traces: csharpTraces,
};
