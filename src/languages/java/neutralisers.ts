// Valid Java that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const javaNeutralisers: readonly Neutraliser[] = [
  {
    construct: "annotated variable arity",
    pattern: /(@[A-Za-z_][\w.]{0,99})\s{0,9}\.\.\./dg,
    anchor: "last",
    within: ["spread_parameter"],
    through: ["..."],
  },
];
