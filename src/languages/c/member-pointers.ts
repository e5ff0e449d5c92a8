// Pointers to members, `int Cell::*field`: the grammar has them as a name with scopes.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";

/** What declares the pointer at the end of a name with scopes; NO_NODE for any other name. */
export function memberPointer(tree: SyntaxTree, node: NodeAt): NodeAt {
  let at = node;
  while (tree.type(at) === "qualified_identifier") {
    at = tree.field(at, "name");
  }
  return at !== node && tree.type(at) === "pointer_type_declarator" ? at : NO_NODE;
}
