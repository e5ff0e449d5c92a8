// Elixir.
import { grammar } from "../../syntax/reader.ts";
import { lastNames } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { elixirProfile } from "./outline.ts";
import { elixirTraces } from "./traces.ts";

export const elixir: Language = {
  id: "elixir",
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
