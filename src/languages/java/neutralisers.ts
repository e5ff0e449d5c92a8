// Valid Java that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const GRAMMARS = ["tree-sitter-java"];

export const java: readonly Neutraliser[] = [
  {
    construct: "annotated variable arity",
    grammars: GRAMMARS,
    pattern: /(@[A-Za-z_][\w.]{0,99})\s{0,9}\.\.\./dg,
    anchor: "last",
    within: ["spread_parameter"],
    through: ["..."],
  },
];
