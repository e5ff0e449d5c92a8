// OCaml, and its interfaces, which have a grammar of their own.
import { withExamples } from "../../syntax/patterns/settings.ts";
import { grammar } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { ocamlProfile } from "./outline.ts";

export const ocaml: Language = {
  id: "ocaml",
  extensions: [".ml"],
  interpreters: ["ocaml"],
  files: { rootMarkers: "dune-project", vendoredBeside: { _build: "dune-project" } },
  reader: grammar("ocaml", ocamlProfile),
};

export const ocamlInterface: Language = {
  id: "ocaml-interface",
  dialectOf: "ocaml",
  extensions: [".mli"],
  reader: grammar("ocaml_interface", ocamlProfile),
  patterns: withExamples("val $X : $T", "type $X = $T"),
};
