// Valid Gleam that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const gleamNeutralisers: readonly Neutraliser[] = [
  {
    construct: "message of an assertion (Gleam 1.11)",
    pattern:
      /^[ \t]{0,99}assert\s(?:(?!\n[ \t]{0,99}(?:let|use|assert|case|pub|fn|echo|\})\b)[\s\S]){1,600}?\s(as)(?=\s{0,9}["{(\w])/dgm,
    overwrite: () => "<>",
    anchor: "overwritten",
    within: ["binary_expression"],
    through: ["<>"],
  },
  {
    construct: "assert (Gleam 1.11)",
    pattern: /(?<!\blet[ \t]{1,9})\b(assert)(?=\s)/dg,
    overwrite: () => "echo  ",
    anchor: "overwritten",
    within: ["echo"],
    through: [],
  },
  {
    construct: "list in a constant with the rest of another one (Gleam 1.12)",
    pattern:
      /^(?:pub[ \t]{1,9})?const\s(?:(?!\n(?:pub|fn|const|type|import|@))[\s\S]){1,2000}?,\s{0,99}(\.\.)(?=[a-z]\w{0,99}(?:\.\w{1,99})?,?\s{0,99}\])/dgm,
    anchor: "last",
    within: ["list"],
    through: [],
  },
  {
    construct: "deprecated variant of a type (Gleam 1.7)",
    pattern: /(@deprecated\("(?:\\.|[^"\\\n]){0,300}"\))\s{1,99}(?=[A-Z])/dg,
    anchor: "last",
    within: ["data_constructors", "type_definition"],
    through: ["data_constructor"],
  },
];
