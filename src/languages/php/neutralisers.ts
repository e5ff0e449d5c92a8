// Valid PHP that its grammar does not know.
import { blank } from "../../syntax/blank.ts";
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

/** A constant as a case, its modifiers and its type left out. */
const asCase = (constant: string): string => {
  const at = constant.indexOf("const");
  return `${blank(constant.slice(0, at))}case ${blank(constant.slice(at + 5))}`;
};

export const phpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "constant of an enum",
    parts:
      /^(?:\}|[ \t]{0,40}(?:(?:abstract|final|readonly)[ \t]{1,9}){0,3}(?:(enum)|class|interface|trait)[ \t]{1,9}\w)/gm,
    pattern:
      /\b((?:(?:public|private|protected|final)\s{1,9}){0,3}const(?:\s{1,9}[\w\\|?]{1,99})?)\s{1,9}[A-Za-z_]\w{0,99}\s{0,9}=/dg,
    overwrite: asCase,
    anchor: "first",
    within: ["enum_declaration_list"],
    through: ["case", "enum_case"],
  },
  {
    construct: "pipe",
    pattern: /(\|>)/dg,
    overwrite: () => "| ",
    anchor: "first",
    within: ["binary_expression"],
    through: ["|"],
  },
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
