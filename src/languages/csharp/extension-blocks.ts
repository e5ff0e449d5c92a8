// `extension(Order order) { … }` of C# 14, whose members are those of the class around it: the grammar takes it for a constructor with
// local functions. Where that fails, since it has properties, it is read as a type (neutralisers.ts).
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** What the grammar takes such a block for, by its text: it is called `extension`, or its keyword is. */
export const isExtensionBlock = (tree: SyntaxTree, node: NodeAt): boolean =>
  (tree.type(node) === "constructor_declaration" && tree.text(tree.field(node, "name")) === "extension") ||
  (/^(?:record|class)_declaration$/.test(tree.type(node)) &&
    /^extension\b/.test(tree.source.slice(tree.start(node), tree.start(node) + 10)));

/** The block whose member a definition is; NO_NODE for any other one. */
export function extensionBlockOf(tree: SyntaxTree, node: NodeAt): NodeAt {
  const block = tree.parent(tree.parent(node));
  return block !== NO_NODE && isExtensionBlock(tree, block) ? block : NO_NODE;
}
