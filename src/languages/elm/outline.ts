// Elm. A type annotation and the value of the same name are one definition.

import { type Found, firstNamed, type LanguageProfile, nameOf, outsideFunctions, rules } from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";

const valueName = (tree: SyntaxTree, node: NodeAt): Found | null =>
  nameOf(tree, firstNamed(tree, tree.field(node, "functionDeclarationLeft")));

export const elmProfile: LanguageProfile = {
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
