// Elixir.
import { grammar } from "../../syntax/reader.ts";
import { lastNames } from "../contract/import-lines.ts";
import type { Language } from "../contract/language.ts";
import { elixirProfile } from "./outline.ts";

export const elixir: Language = {
  id: "elixir",
  extensions: [".ex", ".exs"],
  interpreters: ["elixir"],
  reader: grammar("elixir", elixirProfile),
  importLines: { firsts: "airu", start: /^\s*(?:alias|import|require|use)\s+[A-Z]/, names: lastNames },
};
