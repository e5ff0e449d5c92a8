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
  // Euphoria has `procedure`, `end function` and `include`.
  claims: {
    ".ex":
      /^[ \t]*(?:def(?:module|protocol|impl|macro|struct|p)?\b|@\w|import[ \t]+[A-Z]|use[ \t]+[A-Z]|alias[ \t]+[A-Z]|require[ \t]+[A-Z]|[A-Z]\w*(?:\.[A-Z]\w*)*\.[a-z]\w*|\w+[ \t]*=[ \t]*[%&]|[^\n]{0,200}\|>)/m,
  },
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
