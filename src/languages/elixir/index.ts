// Elixir.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../language.ts";
import { elixirProfile } from "./outline.ts";

export const elixir: Language = {
  id: "elixir",
  extensions: [".ex", ".exs"],
  interpreters: ["elixir"],
  reader: grammar("elixir", elixirProfile),
};
