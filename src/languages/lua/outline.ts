// Lua. `function Stack.new`, `function Stack:push`, `Stack.pop = function` and functions in tables.
import type { Node } from "web-tree-sitter";
import {
  childOfType,
  type Found,
  isLocal,
  type LanguageProfile,
  matchesAt,
  nameOf,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const REQUIRE = /[^=\n]{1,100}=\s*require\b/y;

function split(node: Node | null, text: string): Found | null {
  const found = nameOf(node, text);
  const names = found?.name.split(/[.:]/) ?? [];
  const name = names.pop();
  if (found === null || node === null || name === undefined) {
    return null;
  }
  const offset = Math.max(found.offset, node.endIndex - name.length);
  return { name, offset, ...(names.length === 0 ? {} : { qualifier: names.join(".") }) };
}

function assignedValue(node: Node): Node | null {
  return childOfType(node, "expression_list")?.namedChild(0) ?? null;
}

function assignmentKind(node: Node, around: Surroundings): ChunkKind | null {
  if (assignedValue(node)?.type === "function_definition") {
    return "function";
  }
  if (isLocal(around) || around.depth > 0) {
    return null;
  }
  return matchesAt(REQUIRE, around.text, node.startIndex) === null ? "variable" : "import";
}

function assignmentName(node: Node, text: string): Found | null {
  return split(childOfType(node, "variable_list")?.namedChild(0) ?? null, text);
}

function fieldKind(node: Node): ChunkKind | null {
  return node.childForFieldName("value")?.type === "function_definition" ? "function" : null;
}

export const luaProfile: LanguageProfile = {
  definitions: {
    function_declaration: { kind: "function", name: (node, text) => split(node.childForFieldName("name"), text) },
    assignment_statement: { kind: assignmentKind, name: assignmentName },
    field: { kind: fieldKind },
  },
  wrappers: ["variable_declaration"],
  leads: ["comment"],
};
