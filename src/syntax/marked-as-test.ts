// Tests that a mark before the name tells from functions: `@Test`, `[Fact]`.
import type { Node } from "web-tree-sitter";

const MARKS_CHARS_MAX = 400;

/** Whether the text of a declaration matches before its name. */
export function markedAsTest(mark: RegExp): (node: Node, text: string) => boolean {
  return (node, text) => {
    const start = node.startIndex;
    const first = text.charAt(start);
    if (first !== "@" && first !== "[") {
      return false;
    }
    const name = node.childForFieldName("name")?.startIndex ?? start + MARKS_CHARS_MAX;
    return mark.test(text.slice(start, Math.min(name, start + MARKS_CHARS_MAX)));
  };
}
