// Bash and the shells that are like it.
import type { Node } from "web-tree-sitter";
import { type LanguageProfile, matchesAt, outsideFunctions, rules, type Surroundings } from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const SOURCE = /(?:source|\.)[ \t]/y;

function commandKind(node: Node, { text, depth }: Surroundings): ChunkKind | null {
  return depth === 0 && matchesAt(SOURCE, text, node.startIndex) !== null ? "import" : null;
}

export const bashProfile: LanguageProfile = {
  definitions: {
    ...rules("function", "function_definition"),
    variable_assignment: { kind: outsideFunctions("variable") },
    command: { kind: commandKind },
  },
  wrappers: ["declaration_command"],
  leads: ["comment"],
};
