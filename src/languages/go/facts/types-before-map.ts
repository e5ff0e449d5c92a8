// Corrects what the grammar reads in a list of types without names that a map follows.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../../syntax/syntax-tree.ts";

/**
 * The types before the map in `(Order, map[string]int)`: the grammar reads two names of one array type. Null where it reads what
 * is there.
 */
export function typesBeforeMap(one: NodeAt, tree: SyntaxTree): readonly NodeAt[] | null {
  const names = tree.fields(one, "name").filter(tree.isNamed);
  const isMap = tree.type(tree.field(one, "type")) === "array_type" && tree.text(names.at(-1) ?? NO_NODE) === "map";
  return isMap ? names.slice(0, -1) : null;
}
