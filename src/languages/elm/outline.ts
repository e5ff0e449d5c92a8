// Elm. A type annotation and the value of the same name are one definition.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { type Found, firstNamed, type LanguageProfile, nameOf, outsideFunctions, rules } from "../../syntax/profile.ts";
import { doubtGrammar, signs } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";

const valueName = (tree: SyntaxTree, node: NodeAt): Found | null =>
  nameOf(tree, firstNamed(tree, tree.field(node, "functionDeclarationLeft")));

/** Comments, one of which may hold another, strings and characters. */
const OPAQUE =
  /--[^\n]*|\{-(?:(?!\{-|-\})[\s\S])*(?:\{-(?:(?!-\})[\s\S])*-\}(?:(?!\{-|-\})[\s\S])*)*-\}|"""[\s\S]*?"""|"(?:\\[^\n]|[^"\\\n])*"|(?<!\w)'(?:\\[^\n']{1,8}|\\'|[^\\\n'])'|(?<open>"|\{-)/y;
const SIGNS = signs(
  "module|import|exposing|type|alias|let|in|case|of|if|then|else|port",
  ",[ \\t]*,",
  "[([{][ \\t]*=",
  "=[ \\t]+=[ \\t]",
  "[=,][ \\t]*[)\\]}]",
);

export const elmProfile: LanguageProfile = {
  doubt: doubtGrammar("Elm", quotedBy(OPAQUE), SIGNS),
  definitions: {
    type_annotation: { kind: outsideFunctions("function") },
    value_declaration: { kind: outsideFunctions("function"), name: valueName },
    port_annotation: { kind: "function" },
    ...rules("type", "type_declaration", "type_alias_declaration"),
  },
  faults: ["invalid_string_escape"],
  leads: ["line_comment", "block_comment"],
  imports: ["import_clause", "module_declaration"],
  equations: true,
};
