// Valid PHP that its grammar does not know.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

/** Arguments up to a comma, with brackets four deep. */
const INSIDE = "[^()[\\]{};,]";
const nested = (inside: string): string => String.raw`[([{](?:[^()[\]{};]|${inside}){0,300}[)\]}]`;
const TO_COMMA = `(?:${INSIDE}|${nested(nested(nested("[([{][^()[\\]{};]{0,300}[)\\]}]")))}){1,300},`;

/** A text without interpolation as one that may have it, of which nothing is left. */
const asHeredoc = (nowdoc: string): string => nowdoc.replaceAll("'", '"').replace(/[$\\{]/g, " ");

export const phpNeutralisers: readonly Neutraliser[] = [
  {
    construct: "clone with other values",
    pattern: new RegExp(
      String.raw`(?<![\w$\\>:])(clone)\s{0,9}\((?=\s{0,99}(?:\.\.\.\s{0,9}\)|\w{1,99}\s{0,9}:(?!:)|${TO_COMMA}))`,
      "dg",
    ),
    overwrite: asName,
    anchor: "first",
    within: ["function_call_expression"],
    through: ["name"],
  },
  {
    construct: "function named readonly",
    pattern: /\bfunction\s{1,9}(?:&\s{0,9})?(readonly)(?=\s{0,9}\()/dgi,
    overwrite: asName,
    anchor: "overwritten",
    within: ["function_definition"],
    through: ["name"],
  },
  {
    construct: "clone of an assignment",
    pattern: /\b(clone)\s{1,9}\$\w{1,99}\s{0,9}\?\?=/dg,
    anchor: "last",
    within: ["augmented_assignment_expression"],
    through: ["??="],
  },
  {
    construct: "data behind __halt_compiler",
    pattern: /\b__halt_compiler\s{0,9}\(\s{0,9}\)\s{0,9};([\s\S]+)/dgi,
    anchor: "first",
    within: ["expression_statement"],
    through: ["function_call_expression", "name"],
  },
  {
    construct: "comma behind the last condition of match",
    pattern: /[^\s,[{]\s{0,99}(,)(?=\s{0,99}=>)/dg,
    anchor: "overwritten",
    within: ["match_conditional_expression", "match_default_expression"],
    through: ["match_condition_list"],
  },
  {
    construct: "cast to void",
    pattern: /(?<![\w$\])}"'])\(\s{0,9}(void)\s{0,9}\)(?=\s{0,99}[\w$\\([@!&"'-])/dg,
    overwrite: () => "bool",
    anchor: "overwritten",
    within: ["cast_expression"],
    through: ["cast_type", "bool"],
  },
  {
    construct: "visibility of writing a promoted property",
    pattern:
      /\b(?:public|protected|private)\s{1,99}(?:readonly\s{1,99})?((?:public|protected|private)\(set\))(?=\s)/dgi,
    anchor: "overwritten",
    within: ["property_promotion_parameter", "property_declaration"],
    through: [],
  },
  {
    construct: "visibility of writing before the one of reading",
    pattern: /\b((?:public|protected|private)\(set\))\s{1,99}(?:readonly\s{1,99})?(?:public|protected|private)\b/dgi,
    anchor: "last",
    within: ["property_promotion_parameter", "property_declaration"],
    through: ["visibility_modifier", "public", "protected", "private"],
  },
  {
    construct: "readonly before the visibility of a promoted property",
    pattern: /\b(readonly)\s{1,99}(?:public|protected|private)\b/dgi,
    anchor: "last",
    within: ["property_promotion_parameter", "property_declaration"],
    through: ["visibility_modifier", "public", "protected", "private"],
  },
  {
    construct: "final promoted property",
    pattern:
      /(?<=[(,\]]\s{0,300}(?:(?:public|protected|private|readonly)(?:\(set\))?\s{1,99}){0,3})(final)(?=\s{1,99}[\w?\\$(])/dgi,
    anchor: "overwritten",
    within: ["formal_parameters", "property_promotion_parameter"],
    through: ["simple_parameter"],
  },
  {
    construct: "text in single quotes that an operator follows",
    pattern: /<<<[ \t]{0,9}('(\w{1,99})'\r?\n(?:[^<]|<(?!<<)){0,30000}?(?<=\n)[ \t]{0,200})\2\b(?!\s{0,99}[;,)])/dg,
    overwrite: asHeredoc,
    anchor: "first",
    within: ["heredoc"],
    through: ["<<<"],
  },
  {
    construct: "mark of a comment in a heredoc",
    // Up to a line that may be its last one.
    parts: /<<<[ \t]{0,9}("?[A-Za-z_]\w{0,99}"?)\r?$|^[ \t]{0,200}[A-Za-z_]\w{0,99}(?=[;,).\]]|\r?$)/gm,
    pattern: /^[ \t]{0,200}(\/\*)/dgm,
    overwrite: asName,
    anchor: "overwritten",
    within: ["string_content", "heredoc_body"],
    through: [],
  },
];
