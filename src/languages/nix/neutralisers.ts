// Valid Nix that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const nixNeutralisers: readonly Neutraliser[] = [
  {
    construct: "pipe operator",
    pattern: /(?<=\s)(\|>|<\|)(?=\s)/dg,
    overwrite: () => "++",
    anchor: "overwritten",
    within: ["binary_expression"],
    through: ["++"],
  },
];
