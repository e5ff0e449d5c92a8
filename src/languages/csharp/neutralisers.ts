// Valid C# that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const TYPE = String.raw`\b(?:class|struct)\s{1,9}[A-Za-z_]\w{0,99}(?:<[^<>(){};]{1,200}>)?\s{0,99}`;
const PARAMETERS = String.raw`\((?:[^(){};]|\([^(){};]{0,200}\)){0,2000}\)`;

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
  {
    construct: "arguments for the base's primary constructor",
    pattern: new RegExp(
      String.raw`${TYPE}${PARAMETERS}\s{0,99}:\s{0,99}[A-Za-z_][\w.]{0,99}(?:<[^<>(){};]{1,200}>)?\s{0,9}(${PARAMETERS})(?=\s{0,99}(?:[,{;]|where\b))`,
      "dg",
    ),
    anchor: "first",
    within: ["class_declaration"],
    through: ["class"],
  },
  {
    construct: "primary constructor",
    pattern: new RegExp(String.raw`${TYPE}(${PARAMETERS})(?=\s{0,99}(?:[:{]|where\b))`, "dg"),
    anchor: "first",
    within: ["class_declaration", "struct_declaration"],
    through: ["class", "struct"],
  },
  {
    construct: "primary constructor without a body",
    pattern: new RegExp(String.raw`${TYPE}(${PARAMETERS})(?=\s{0,99};)`, "dg"),
    overwrite: (parameters) => `{}${blank(parameters.slice(2))}`,
    anchor: "first",
    within: ["class_declaration", "struct_declaration"],
    through: ["class", "struct"],
  },
];
