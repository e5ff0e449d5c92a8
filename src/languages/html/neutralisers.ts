// Valid HTML that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

const EXPRESSION = "tree-sitter-javascript";

/** In a template's expressions: what would start a tag or an entity. */
const withoutMarkup = (expression: string): string => expression.replace(/[<>&]/g, " ");

export const htmlNeutralisers: readonly Neutraliser[] = [
  {
    construct: "condition of a template's block",
    pattern:
      /@(?:if|else if|switch|case)\s{0,9}\(((?:[^();]|\((?:[^();]|\([^();]{0,99}\)){0,99}\)){1,400})\)\s{0,9}\{/dg,
    overwrite: withoutMarkup,
    expression: EXPRESSION,
    anchor: "first",
    within: ["text"],
    through: [],
  },
  {
    construct: "interpolation",
    pattern: /\{\{([^{};]{1,400})\}\}/dg,
    overwrite: withoutMarkup,
    expression: EXPRESSION,
    anchor: "first",
    within: ["text"],
    through: [],
  },
];
