// OCaml. `let` binds functions and values alike: one with parameters, or a `function`, is a function.

import {
  type EnclosingDefinitions,
  type Found,
  firstNamed,
  isLocal,
  type LanguageProfile,
  named,
  nameOf,
} from "../../syntax/profile.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

function bindingKind(tree: SyntaxTree, node: NodeAt, enclosing: EnclosingDefinitions): ChunkKind | null {
  if (isLocal(enclosing) || enclosing.innermost === "variable") {
    return null;
  }
  const takes = firstNamed(tree, node, "parameter") !== NO_NODE || /^fun/.test(tree.type(tree.field(node, "body")));
  return takes ? "function" : "variable";
}

function bindingName(tree: SyntaxTree, node: NodeAt): Found | null {
  const pattern = tree.field(node, "pattern");
  if (!/^(?:value_name|parenthesized_operator)$/.test(tree.type(pattern))) {
    return null;
  }
  const found = nameOf(tree, pattern);
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

function exceptionName(tree: SyntaxTree, node: NodeAt): Found | null {
  const variant = firstNamed(tree, node, "constructor_declaration");
  return nameOf(tree, firstNamed(tree, variant));
}
