// Valid PHP that its grammar does not know.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

export const phpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "clone with other values",
    pattern: /(?<![\w$\\>:])(clone)\s{0,9}\((?=(?:\.\.\.\s{0,9}\)|[^;]{1,300}?,\s{0,99}\[))/dg,
    overwrite: asName,
    anchor: "first",
    within: ["function_call_expression"],
    through: ["name"],
  },
  {
    construct: "clone of an assignment",
    pattern: /\b(clone)\s{1,9}\$\w{1,99}\s{0,9}\?\?=/dg,
    anchor: "last",
    within: ["augmented_assignment_expression"],
    through: ["??="],
  },
];
