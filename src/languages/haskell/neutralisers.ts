// Valid Haskell that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const haskellNeutralisers: readonly Neutraliser[] = [
  {
    construct: "string of several lines (GHC 9.12)",
    pattern: /("""(?:\\[\s\S]|[^"\\]|"(?!"")){0,20000}""")/dg,
    overwrite: (string) => `""${blank(string.slice(2))}`,
    anchor: "first",
    within: ["string"],
    through: [],
  },
  {
    construct: "or-pattern (GHC 9.12)",
    pattern:
      /(?<=(?:^[ \t]{1,99}|[{(]|\bof\b|\\case\b)[^;\n=>|{}]{1,200}(?:;[^;\n=>|{}]{1,200}){0,9})(;)(?=[^\n=>{}]{1,300}(?:->|=|\)))/dgm,
    overwrite: () => ":",
    anchor: "overwritten",
    within: ["infix"],
    through: [":", "constructor_operator"],
  },
];
