// What stands under `if TYPE_CHECKING:` is read by type checkers alone: it is not run when the file is imported.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** The condition that a node is under; NO_NODE for none. */
export function enclosingTypeChecking(tree: SyntaxTree, node: NodeAt): NodeAt {
  let inside = node;
  for (let at = tree.parent(node); at !== NO_NODE; at = tree.parent(at)) {
    if (
      tree.type(at) === "if_statement" &&
      tree.field(at, "consequence") === inside &&
      /(?:^|\.)TYPE_CHECKING$/.test(tree.text(tree.field(at, "condition")))
    ) {
      return at;
    }
    inside = at;
  }
  return NO_NODE;
}
