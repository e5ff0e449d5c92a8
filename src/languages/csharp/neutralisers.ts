// Valid C# that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const NAME = "[A-Za-z_]\\w{0,99}";
const ARGUMENTS = "(?:<[^<>(){};]{1,200}>)?";
/** Three deep. */
const LIST = "(\\((?:[^()]|\\((?:[^()]|\\([^()]{0,300}\\)){0,300}\\)){0,2000}\\))";
const BEHIND = "(?=\\s{0,99}(?:[,:{]|where\\b))";
/** `class Store(string name)`. */
const PRIMARY = new RegExp(`\\b(?:class|struct)\\s{1,9}${NAME}${ARGUMENTS}\\s{0,9}${LIST}${BEHIND}`, "dg");
/** `class Store(string name) : Base(name)`, whose parameters are blank already. */
const TO_BASE = new RegExp(
  `\\bclass\\s{1,9}${NAME}${ARGUMENTS}\\s{0,2000}:\\s{0,99}${NAME}(?:\\.${NAME}){0,9}${ARGUMENTS}${LIST}${BEHIND}`,
  "dg",
);

/** `class Exclude : Attribute;` */
const WITHOUT_BODY = new RegExp(
  `\\b(?:class|struct|interface)\\s{1,9}${NAME}${ARGUMENTS}\\s{0,2000}(:\\s{0,99}[\\w.<>, \\t]{1,300};)`,
  "dg",
);

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
    construct: "primary constructor",
    pattern: PRIMARY,
    anchor: "first",
    within: ["class_declaration", "struct_declaration"],
    through: ["class", "struct"],
  },
  {
    construct: "arguments of a base class",
    pattern: TO_BASE,
    anchor: "first",
    within: ["class_declaration"],
    through: ["class"],
  },
  {
    construct: "type without a body",
    pattern: WITHOUT_BODY,
    overwrite: (offending) => `{}${blank(offending.slice(2))}`,
    anchor: "first",
    within: ["class_declaration", "struct_declaration", "interface_declaration"],
    through: ["class", "struct", "interface"],
  },
];
