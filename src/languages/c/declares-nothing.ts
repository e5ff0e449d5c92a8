// Declarations of C++ that declare nothing of their own: `friend int open(Store&);`, and `Box(T) -> Box<T>;`, which says what arguments
// a template is deduced from.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** `name`: of the function that it declares, as it seems. An operator that is a friend is mostly declared there alone. */
export function declaresNothing(tree: SyntaxTree, node: NodeAt, name: NodeAt): boolean {
  if (tree.type(tree.parent(node)) === "friend_declaration") {
    return tree.type(name) !== "operator_name";
  }
  const guided = tree.childOfType(tree.field(node, "declarator"), "trailing_return_type");
  return (
    guided !== NO_NODE &&
    tree.field(node, "type") === NO_NODE &&
    tree
      .text(guided)
      .replace(/^->\s*(?:\w+::)*/, "")
      .startsWith(`${tree.text(name)}<`)
  );
}
