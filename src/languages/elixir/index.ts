// Elixir.
import { grammar } from "../../syntax/reader.ts";
import { dependencyLines } from "../contract/dependency-files.ts";
import { type Language, lastNames } from "../contract/language.ts";
import { elixirProfile } from "./outline.ts";
import { elixirTraces } from "./traces.ts";

export const elixir: Language = {
  id: "elixir",
  dependencies: [{ manifest: "mix.exs", locks: ["mix.lock"], read: dependencyLines(/^\s*\{\s*:(\w+)\s*,\s*["~>=]/) }],
  migrations: /\/migrations\/\d{14}_\w+\.exs$/,
  extensions: [".ex", ".exs"],
  interpreters: ["elixir"],
  files: {
    rootMarkers: "mix.exs",
    lockFiles: "mix.lock",
    vendoredFolders: ".elixir_ls",
    vendoredBeside: { deps: "mix.exs", _build: "mix.exs" },
  },
  reader: grammar("elixir", elixirProfile),
  importLines: { firsts: "airu", start: /^\s*(?:alias|import|require|use)\s+[A-Z]/, names: lastNames },
  traces: elixirTraces,
};
