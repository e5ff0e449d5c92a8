// Elm. A type annotation and the value of the same name are one definition.
import type { Node } from "web-tree-sitter";
import { type Found, type LanguageProfile, nameOf, outsideFunctions, rules } from "../../syntax/profile.ts";

function valueName(node: Node, text: string): Found | null {
  return nameOf(node.childForFieldName("functionDeclarationLeft")?.namedChild(0) ?? null, text);
}

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
