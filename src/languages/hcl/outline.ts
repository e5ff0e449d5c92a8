// HCL: Terraform's blocks are called by their type and labels, `resource.aws_instance.web`.

import { quotedBy } from "../../syntax/code-outside-strings.ts";
import { type Found, firstNamed, type LanguageProfile, nameOf } from "../../syntax/profile.ts";
import { COMMAS, doubtGrammar, signs, UNFINISHED } from "../../syntax/sure-signs.ts";
import type { NodeAt, SyntaxTree } from "../../syntax/syntax-tree.ts";

function blockName(tree: SyntaxTree, node: NodeAt): Found | null {
  const first = nameOf(tree, firstNamed(tree, node));
  const labels = tree
    .children(node)
    .filter((child) => tree.type(child) === "string_lit")
    .map((label) => nameOf(tree, label)?.name ?? "");
  return first === null ? null : { ...first, name: [first.name, ...labels].join(".") };
}

/** Comments, heredocs and strings; in those, what stands between nested quotes is read as code. */
const OPAQUE =
  /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|<<-?(\w+)[ \t]*\r?\n(?:[\s\S]*?\n)??[ \t]*\1\b|"(?:\\[^\n]|[^"\\\n])*"|(?<open>"|\/\*)/y;
const SIGNS = signs("for|in|if|resource|variable|module|data|output|provider", UNFINISHED, COMMAS);

export const hclProfile: LanguageProfile = {
  doubt: doubtGrammar("HCL", quotedBy(OPAQUE), SIGNS),
  definitions: {
    block: { kind: (_tree, _node, { depth }) => (depth <= 1 ? "data" : null), name: blockName },
    attribute: {
      kind: (_tree, _node, { depth }) => (depth <= 1 ? "data" : null),
      name: (tree, node) => nameOf(tree, firstNamed(tree, node)),
    },
  },
  leads: ["comment"],
};
