// Swift. One node type is class, struct, enum, actor and extension; an extension does not define its type.
import type { Node } from "web-tree-sitter";
import {
  type DefinitionRule,
  type Found,
  type LanguageProfile,
  nameOf,
  outsideFunctions,
  rules,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

function typeKind(node: Node, { text }: Surroundings): ChunkKind {
  return nameOf(node.childForFieldName("declaration_kind"), text)?.name === "enum" ? "enum" : "class";
}

function functionKind(node: Node, { text, enclosing }: Surroundings): ChunkKind {
  const name = nameOf(node.childForFieldName("name"), text)?.name ?? "";
  if (/^test[A-Z]/.test(name)) {
    return "test";
  }
  return enclosing === "class" || enclosing === "interface" || enclosing === "enum" ? "method" : "function";
}

/** Members that are called by their keyword. */
function keyword(name: string): DefinitionRule {
  return { kind: "method", name: (node: Node): Found => ({ name, offset: node.startIndex }) };
}

function caseName(node: Node, text: string): Found | null {
  return nameOf(node.childForFieldName("name"), text);
}

export const swiftProfile: LanguageProfile = {
  definitions: {
    class_declaration: { kind: typeKind },
    protocol_declaration: { kind: "interface" },
    function_declaration: { kind: functionKind },
    property_declaration: { kind: outsideFunctions("variable") },
    subscript_declaration: keyword("subscript"),
    deinit_declaration: keyword("deinit"),
    enum_entry: { kind: "variable", name: caseName },
    ...rules("type", "typealias_declaration", "associatedtype_declaration"),
    ...rules("method", "protocol_function_declaration"),
  },
  leads: ["comment", "multiline_comment"],
  imports: ["import_declaration"],
};
