// Nix. Attributes define; only the outer ones are worth a name.

import type { EnclosingDefinitions, LanguageProfile } from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const DEPTH_MAX = 2;

function bindingKind(tree: SyntaxTree, node: NodeAt, { depth }: EnclosingDefinitions): ChunkKind | null {
  if (depth > DEPTH_MAX) {
    return null;
  }
  return tree.type(tree.field(node, "expression")) === "function_expression" ? "function" : "variable";
}

export const nixProfile: LanguageProfile = {
  definitions: { binding: { kind: bindingKind, name: "attrpath" } },
  leads: ["comment"],
};
