// Zig. A container is the value of a constant, or what a function returns.
import type { Node } from "web-tree-sitter";
import {
  childOfType,
  isLocal,
  type LanguageProfile,
  matchesAt,
  named,
  nameOf,
  type Surroundings,
} from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const IMPORT = /(?:pub\s+)?const\s+\w+\s*=\s*@import\(/y;

function variableKind(node: Node, around: Surroundings): ChunkKind | null {
  const value = childOfType(
    node,
    "struct_declaration",
    "union_declaration",
    "opaque_declaration",
    "enum_declaration",
    "error_set_declaration",
  );
  switch (value?.type) {
    case undefined:
      break;
    case "enum_declaration":
    case "error_set_declaration":
      return "enum";
    default:
      return "class";
  }
  if (isLocal(around)) {
    return null;
  }
  return matchesAt(IMPORT, around.text, node.startIndex) === null ? "variable" : "import";
}

export const zigProfile: LanguageProfile = {
  definitions: {
    function_declaration: { kind: "function" },
    variable_declaration: { kind: variableKind, name: named("identifier") },
    test_declaration: {
      kind: "test",
      name: (node, text) =>
        nameOf(childOfType(node, "string", "identifier"), text) ?? { name: "test", offset: node.startIndex },
    },
  },
  leads: ["comment"],
};
