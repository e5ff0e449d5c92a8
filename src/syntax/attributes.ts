// Where the attributes of a definition stand: annotations, decorators, `[Obsolete]`, `[[nodiscard]]`, `#[test]`. Some grammars have them
// above the definition, as comments are, and others inside of it.
import type { NodeAt, SyntaxTree } from "./syntax-tree.ts";

/** As grammars call them. */
const ATTRIBUTE =
  /^(?:decorator|annotation|marker_annotation|attribute|attribute_list|attribute_declaration|attribute_specifier|attribute_item|metadata)$/;
const COMMENT = /comment/;

export interface AttributeRange {
  /** Of the first attribute; `head` where there is none. */
  readonly first: number;
  /** What follows the last attribute: a modifier, a keyword, a name. */
  readonly head: number;
}

/**
 * Attributes before a definition's own text, with nothing but comments between them. `leadStart`: where what is above it begins;
 * `start`: where it begins itself, perhaps with attributes.
 */
export function attributesBefore(tree: SyntaxTree, node: NodeAt, leadStart: number, start: number): AttributeRange {
  let at = node;
  while (at > 0 && tree.start(at - 1) >= leadStart) {
    at -= 1;
  }
  let first: number | null = null;
  let head = start;
  let reached = leadStart;
  for (; at < tree.count && tree.start(at) <= Math.max(head, start); at += 1) {
    const [from, to, type] = [tree.start(at), tree.end(at), tree.type(at)];
    if (from < reached) {
      continue;
    }
    if (ATTRIBUTE.test(type)) {
      first ??= from;
      reached = to;
      head = Math.max(start, skipBlank(tree.source, to));
    } else if (COMMENT.test(type)) {
      reached = to;
      head = from === head ? skipBlank(tree.source, to) : head;
    }
  }
  return first === null ? { first: start, head: start } : { first, head };
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") {
    at += 1;
  }
  return at;
}
