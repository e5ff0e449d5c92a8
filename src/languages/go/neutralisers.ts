// Valid Go that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const goNeutralisers: readonly Neutraliser[] = [
  {
    construct: "new with a value",
    pattern: /\b(new)\((?=\s{0,99}(?:["`\d'&!^+-]|[^()\n]{0,300}\())/dg,
    overwrite: () => "nev",
    anchor: "first",
    within: ["call_expression"],
    through: ["identifier"],
  },
  {
    construct: "function with several type arguments as a value",
    pattern:
      /\b[A-Za-z_]\w{0,99}\[((?:[^[\](){};,\n]|\[[^[\](){};,\n]{0,99}\]){1,200}(?:,(?:[^[\](){};,\n]|\[[^[\](){};,\n]{0,99}\]){1,200}){1,9})\](?=[ \t]{0,9}(?:[,;):}\n]|\/\/))/dg,
    overwrite: asOneIndex,
    anchor: "first",
    within: ["index_expression"],
    through: ["identifier", "field_identifier", "selector_expression"],
  },
];

/** The types as the operands of one expression, so that their names are read; of a map or a slice the element's. */
function asOneIndex(types: string): string {
  return types
    .replace(/\bmap\[([^[\]]*)\]/g, (_, key: string) => `    ${key}|`)
    .replace(/\[\s*\d*\s*\]/g, (bracket) => " ".repeat(bracket.length))
    .replaceAll(",", "|");
}
