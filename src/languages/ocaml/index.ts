// OCaml.
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { ocamlProfile } from "./outline.ts";

export const ocaml: Language = {
  id: "ocaml",
  extensions: [".ml", ".mli"],
  interpreters: ["ocaml"],
  files: { rootMarkers: "dune-project", vendoredBeside: { _build: "dune-project" } },
  reader: grammar("ocaml", ocamlProfile),
};
