// OCaml. `let` binds functions and values alike: one with parameters, or a `function`, is a function.
import type { Node } from "web-tree-sitter";
import {
  childOfType,
  type Found,
  isLocal,
  type LanguageProfile,
  named,
  nameOf,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

function bindingKind(node: Node, around: Surroundings): ChunkKind | null {
  if (isLocal(around) || around.enclosing === "variable") {
    return null;
  }
  const takes = childOfType(node, "parameter") !== null || /^fun/.test(node.childForFieldName("body")?.type ?? "");
  return takes ? "function" : "variable";
}

function bindingName(node: Node, text: string): Found | null {
  const pattern = node.childForFieldName("pattern");
  if (pattern === null || !/^(?:value_name|parenthesized_operator)$/.test(pattern.type)) {
    return null;
  }
  const found = nameOf(pattern, text);
  return found === null ? null : { ...found, name: found.name.replace(/^\(\s*(.*?)\s*\)$/, "$1") };
}

export const ocamlProfile: LanguageProfile = {
  definitions: {
    let_binding: { kind: bindingKind, name: bindingName },
    value_specification: { kind: "function", name: named("value_name", "parenthesized_operator") },
    external: { kind: "function", name: named("value_name", "parenthesized_operator") },
    type_binding: { kind: "type" },
    exception_definition: { kind: "type", name: exceptionName },
    module_binding: { kind: "module", name: named("module_name") },
    module_type_definition: { kind: "interface", name: named("module_type_name") },
    class_binding: { kind: "class", name: named("class_name") },
    method_definition: { kind: "method", name: named("method_name") },
  },
  wrappers: ["value_definition", "type_definition", "module_definition", "class_definition"],
  leads: ["comment", "attribute"],
  opaque: ["let_expression"],
  imports: ["open_module", "include_module"],
};

function exceptionName(node: Node, text: string): Found | null {
  const variant = childOfType(node, "constructor_declaration");
  return variant === null ? null : nameOf(variant.namedChild(0), text);
}
