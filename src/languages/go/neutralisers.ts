// Valid Go that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const GRAMMARS = ["tree-sitter-go"];

export const go: readonly Neutraliser[] = [
  {
    construct: "new with a value",
    grammars: GRAMMARS,
    pattern: /\b(new)\((?=\s{0,99}(?:["`\d'&!^+-]|[^()\n]{0,300}\())/dg,
    overwrite: () => "nev",
    anchor: "first",
    within: ["call_expression"],
    through: ["identifier"],
  },
];
