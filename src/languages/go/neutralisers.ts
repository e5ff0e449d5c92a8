// Valid Go that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const goNeutralisers: readonly Neutraliser[] = [
  {
    construct: "new with a value",
    pattern: /\b(new)\((?=\s{0,99}(?:["`\d'&!^+-]|[^()\n]{0,300}\())/dg,
    overwrite: () => "nev",
    anchor: "first",
    within: ["call_expression"],
    through: ["identifier"],
  },
];
