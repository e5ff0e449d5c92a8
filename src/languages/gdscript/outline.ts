// GDScript.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { type LanguageProfile, named, outsideFunctions, rules } from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, TWO_OPERATORS, UNFINISHED } from "../../syntax/sure-signs.ts";

/** Comments and strings. */
const OPAQUE = /#[^\n]*|r?"""[\s\S]*?"""|r?'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|(?<open>["'])/y;
const SIGNS = signs(
  "func|var|const|class|enum|signal|extends|class_name|if|elif|else|for|while|match|return|static|in",
  UNFINISHED,
  TWO_OPERATORS,
  COMMAS,
);

/** An annotation that has its line to itself, and does not only group what follows. */
const OF_NEXT_LINE =
  /@(?!export_(?:group|subgroup|category)\b|tool\b|icon\b|warning_ignore_)\w+(?:\([^\n]*\))?[ \t]*(?:#[^\n]*)?$/my;

function isOfNextLine(text: string, offset: number): boolean {
  OF_NEXT_LINE.lastIndex = offset;
  return OF_NEXT_LINE.test(text);
}

export const gdscriptProfile: LanguageProfile = {
  doubt: doubtGrammar("GDScript", quotedBy(OPAQUE), SIGNS),
  definitions: {
    ...rules("function", "function_definition"),
    ...rules("class", "class_definition"),
    ...rules("enum", "enum_definition"),
    constructor_definition: { kind: "method", name: (tree, node) => ({ name: "_init", offset: tree.start(node) }) },
    signal_statement: { kind: "variable", name: named("name") },
    class_name_statement: { kind: "class", name: named("name") },
    const_statement: { kind: outsideFunctions("variable") },
    variable_statement: { kind: outsideFunctions("variable") },
  },
  leads: ["comment", "annotation"],
  leadsWhen: (text, offset) => text.charAt(offset) === "#" || isOfNextLine(text, offset),
  imports: ["extends_statement"],
};
