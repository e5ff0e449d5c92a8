// Valid Go that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const NAME = String.raw`[A-Za-z_]\w{0,99}`;
const QUALIFIED = String.raw`(?!(?:struct|interface|func|map|chan)\b)[A-Za-z_][\w.]{0,99}`;
/** Of a slice, an array or a map, and what its elements are. */
const COLLECTION = String.raw`(?:map\[[^[\]\n]{0,99}\]|\[[^[\]\n]{0,99}\]){1,3}\*?${QUALIFIED}`;
/**
 * What begins an expression that is no type: a literal, a sign, brackets; a name with an operator, arguments or values behind it; an
 * element with a member or an element of its own, which no type argument has behind it; a composite literal; a function with a body.
 */
const VALUE = [
  "[\"`\\d'&!^+<(-]|\\.\\d",
  String.raw`${QUALIFIED}(?:\[[^[\]\n]{1,99}\])?\s{0,9}[-+*/%&|^<>=!({]`,
  String.raw`\*{0,3}${QUALIFIED}\[(?:[^[\]\n]|\[[^[\]\n]{0,99}\]){1,99}\][.[]`,
  String.raw`${QUALIFIED}\[(?:["\d]|[^[\]\n]{0,99}[:+\-/%])`,
  String.raw`\*{1,3}${QUALIFIED}\s{0,9}[-+*/%&|^<>=!]`,
  String.raw`struct\s{0,9}\{[^{}]{0,300}\}\s{0,9}\{`,
  String.raw`${COLLECTION}(?:\[[^[\]\n]{1,99}\])?\{`,
  String.raw`func\([^()]{0,300}\)[^(){},]{0,99}(?<!interface|struct)\{`,
].join("|");

/** A type argument, with the types in its brackets. */
const ARGUMENT = String.raw`(?:[^[\](){};,\n]|\{\}|\[[^[\](){};,\n]{0,99}\]){1,200}`;
/** Constraints with brackets two deep: `interface{ ~int | M[K] }`. */
const CONSTRAINT = String.raw`(?:[^[\]\n=]|\[(?:[^[\]\n]|\[[^[\]\n]{0,99}\]){0,99}\])`;

export const goNeutralisers: readonly Neutraliser[] = [
  {
    construct: "alias with type parameters",
    pattern: new RegExp(
      String.raw`^[ \t]{0,99}(?:type[ \t]{1,9})?${NAME}\[${NAME}(?:[ \t]{0,9},[ \t]{0,9}${NAME}){0,9}[ \t]{1,9}[A-Za-z_~[]${CONSTRAINT}{0,300}\][ \t]{0,99}(=)(?!=)`,
      "dgm",
    ),
    anchor: "overwritten",
    within: ["type_spec"],
    through: [],
  },
  {
    construct: "declarations that end on the line of their bracket",
    pattern:
      /^[ \t]{0,99}(?:const|var|type)[ \t]{0,9}\([^\n]{0,300}[^\s;(]([ \t])\)[ \t]{0,9}(?:\/\/[^\n]{0,300})?$/dgm,
    overwrite: () => ";",
    anchor: "overwritten",
    within: ["const_declaration", "var_declaration", "type_declaration"],
    through: [";"],
  },
  {
    construct: "new with a value",
    pattern: new RegExp(String.raw`(?<![\w.])(new)\((?=\s{0,99}(?:${VALUE}))`, "dg"),
    overwrite: () => "nev",
    anchor: "first",
    within: ["call_expression"],
    through: ["identifier"],
  },
  {
    construct: "function with several type arguments as a value",
    pattern: new RegExp(
      String.raw`\b${NAME}\[(${ARGUMENT}(?:,${ARGUMENT}){1,9})\](?=[ \t]{0,9}(?:[,;):}\n]|//))`,
      "dg",
    ),
    overwrite: asOneIndex,
    anchor: "first",
    within: ["index_expression"],
    through: ["identifier", "field_identifier", "selector_expression"],
  },
];

/** The types as the operands of one expression, so that their names are read; of a map or a slice the element's. */
function asOneIndex(types: string): string {
  return types
    .replace(/\b(?:struct|interface)\{\}/g, (type) => "0".padEnd(type.length))
    .replace(/\bmap\[([^[\]]*)\]/g, (_, key: string) => `    ${key}|`)
    .replace(/\[\s*\d*\s*\]/g, (bracket) => " ".repeat(bracket.length))
    .replaceAll(",", "|");
}
