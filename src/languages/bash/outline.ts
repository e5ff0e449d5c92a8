// Bash and the shells that are like it.

import {
  type EnclosingDefinitions,
  type LanguageProfile,
  matchesAt,
  outsideFunctions,
  rules,
  verbatimTypes,
} from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const SOURCE = /(?:source|\.)[ \t]/y;

const commandKind = (tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null =>
  depth === 0 && matchesAt(SOURCE, tree, node) !== null ? "import" : null;

export const bashProfile: LanguageProfile = {
  verbatim: verbatimTypes("heredoc_redirect", "string", "raw_string"),
  definitions: {
    ...rules("function", "function_definition"),
    variable_assignment: { kind: outsideFunctions("variable") },
    command: { kind: commandKind },
  },
  wrappers: ["declaration_command"],
  leads: ["comment"],
};
