// C#.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { csharpCalls } from "./call-form.ts";
import { csharpDeletion } from "./deletion.ts";
import { csharpErrors } from "./error-handling.ts";
import { csharpFacts } from "./facts/reader.ts";
import { csharpProfile } from "./outline.ts";
import { csharpInput } from "./outside-input.ts";
import { csharpPatterns } from "./patterns.ts";
import { csharpRename } from "./rename.ts";
import { csharpTraces } from "./traces.ts";

export const csharp: Language = {
  id: "csharp",
  programStart: { name: "Main", imports: /^System\.Diagnostics\b|CliWrap/, words: [] },
  calledBySyntax: /^(?:Main|Dispose|ToString|Equals|GetHashCode)$/,
  everyObjectHas: /^(?:Equals|GetHashCode|ToString|GetType)$/,
  makesMembers: /^\s*\[\s*\w+|\brecord\b/,
  migrations: /\/migrations\/\d{14}_\w+\.cs$/,
  extensions: [".cs", ".csx"],
  files: {
    rootMarkers: "*.sln *.slnx",
    lockFiles: "packages.lock.json paket.lock",
    generatedEnds: ".designer.cs .g.cs .g.i.cs",
    binaryExtensions: "nupkg",
    codeExtensions: "cs",
  },
  sideFiles: { test: /\.(?:unit|integration)?tests?\.\w{1,40}\//, generated: /[._]designer\.[^./]+$/ },
  reader: grammar("c_sharp", csharpProfile),
  facts: csharpFacts,
  errors: csharpErrors,
  input: csharpInput,
  calls: csharpCalls,
  deletion: csharpDeletion,
  libraryMembers: ["csharp"],
  patterns: csharpPatterns,
  rename: csharpRename,
  project: { main: "Main" },
  importLines: {
    firsts: "gu",
    start: /^\s*(?:global\s+)?using\s+\w+\s*=/,
    names: (statement) => /(\w+)\s*=/.exec(statement)?.slice(1) ?? [],
  },
  traces: csharpTraces,
};
