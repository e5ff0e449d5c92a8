// Dart. The grammar puts a function's body next to its signature: the body ends the definition before it.

import {
  type Found,
  firstNamed,
  type LanguageProfile,
  named,
  nameOf,
  outsideFunctions,
  rules,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** `Page.empty` of a constructor: the class's own name is in the path already. */
function constructorName(tree: SyntaxTree, node: NodeAt): Found | null {
  const names = tree.children(node).filter((child) => tree.type(child) === "identifier");
  return nameOf(tree, names.at(-1) ?? NO_NODE);
}

const memberName = (tree: SyntaxTree, node: NodeAt): Found | null => nameOf(tree, firstNamed(tree, node, "identifier"));

export const dartProfile: LanguageProfile = {
  definitions: {
    ...rules("class", "class_definition", "extension_declaration"),
    mixin_declaration: { kind: "class", name: named("identifier") },
    ...rules("enum", "enum_declaration"),
    type_alias: { kind: "type", name: named("type_identifier") },
    ...rules("function", "function_signature", "getter_signature", "setter_signature"),
    constructor_signature: { kind: "method", name: constructorName },
    constant_constructor_signature: { kind: "method", name: constructorName },
    factory_constructor_signature: { kind: "method", name: constructorName },
    operator_signature: { kind: "method", name: "operator" },
    initialized_identifier: { kind: outsideFunctions("variable"), name: memberName },
    static_final_declaration: { kind: outsideFunctions("variable"), name: memberName },
  },
  wrappers: ["method_signature", "declaration"],
  leads: ["comment", "documentation_comment", "annotation"],
  imports: ["import_or_export", "part_directive", "part_of_directive", "library_name"],
  tails: ["function_body"],
};
