// HCL: Terraform's blocks are called by their type and labels, `resource.aws_instance.web`.

import { type Found, firstNamed, type LanguageProfile, nameOf } from "../../syntax/profile.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";

function blockName(tree: SyntaxTree, node: NodeAt): Found | null {
  const first = nameOf(tree, firstNamed(tree, node));
  const labels = tree
    .children(node)
    .filter((child) => tree.type(child) === "string_lit")
    .map((label) => nameOf(tree, label)?.name ?? "");
  return first === null ? null : { ...first, name: [first.name, ...labels].join(".") };
}

export const hclProfile: LanguageProfile = {
  definitions: {
    block: { kind: (_tree, _node, { depth }) => (depth <= 1 ? "data" : null), name: blockName },
    attribute: {
      kind: (_tree, _node, { depth }) => (depth <= 1 ? "data" : null),
      name: (tree, node) => nameOf(tree, firstNamed(tree, node)),
    },
  },
  leads: ["comment"],
};
