// Nix. Attributes define; only the outer ones are worth a name.
import type { Node } from "web-tree-sitter";
import type { LanguageProfile, Surroundings } from "../../syntax/profile.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";

const DEPTH_MAX = 2;

function bindingKind(node: Node, { depth }: Surroundings): ChunkKind | null {
  if (depth > DEPTH_MAX) {
    return null;
  }
  return node.childForFieldName("expression")?.type === "function_expression" ? "function" : "variable";
}

export const nixProfile: LanguageProfile = {
  definitions: { binding: { kind: bindingKind, name: "attrpath" } },
  leads: ["comment"],
};
