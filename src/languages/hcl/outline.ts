// HCL: Terraform's blocks are called by their type and labels, `resource.aws_instance.web`.
import type { Node } from "web-tree-sitter";
import { type Found, type LanguageProfile, nameOf } from "../../syntax/profile.ts";

function blockName(node: Node, text: string): Found | null {
  const first = nameOf(node.namedChild(0), text);
  const labels = node.namedChildren
    .filter((child) => child.type === "string_lit")
    .map((label) => nameOf(label, text)?.name ?? "");
  return first === null ? null : { ...first, name: [first.name, ...labels].join(".") };
}

export const hclProfile: LanguageProfile = {
  definitions: {
    block: { kind: (_node, { depth }) => (depth <= 1 ? "data" : null), name: blockName },
    attribute: {
      kind: (_node, { depth }) => (depth <= 1 ? "data" : null),
      name: (node, text) => nameOf(node.namedChild(0), text),
    },
  },
  leads: ["comment"],
};
