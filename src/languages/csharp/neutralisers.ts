// Valid C# that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const csharpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "file-scoped namespace",
    pattern: /^(namespace[ \t]{1,9}[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99}){0,20}[ \t]{0,9};)/dgm,
    anchor: "first",
    within: ["compilation_unit"],
    through: [],
  },
  {
    construct: "record struct",
    pattern: /\brecord\s{1,9}(struct)\s/dg,
    anchor: "first",
    within: ["record_declaration"],
    through: ["record"],
  },
];
