// Tests that a mark before the name tells from functions: `@Test`, `[Fact]`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "./syntax-tree.ts";

const MARKS_CHARS_MAX = 400;

/** Whether the text of a declaration matches before its name. */
export function markedAsTest(mark: RegExp): (tree: SyntaxTree, node: NodeAt) => boolean {
  return (tree, node) => {
    const start = tree.start(node);
    const first = tree.source.charAt(start);
    if (first !== "@" && first !== "[") {
      return false;
    }
    const name = tree.field(node, "name");
    const end = name === NO_NODE ? Number.POSITIVE_INFINITY : tree.start(name);
    return mark.test(tree.source.slice(start, Math.min(end, start + MARKS_CHARS_MAX)));
  };
}
