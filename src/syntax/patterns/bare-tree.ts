// A flat tree as structural patterns see it: without comments, line ends and the separators between neighbours, which say
// nothing of a structure.
import type { NodeAt, SyntaxTree } from "../syntax-tree.ts";

export interface BareTree {
  readonly tree: SyntaxTree;
  readonly text: string;
  /** The node itself where it counts, or else the next of its neighbours that does; `end` where none is left before it. */
  skip(node: NodeAt, end: NodeAt): NodeAt;
  /** The children that count. */
  children(node: NodeAt): NodeAt[];
  /** What stands from an offset to another beside the nodes from `node` on, without white space. */
  gap(from: number, to: number, node: NodeAt): string;
}

export function bareTree(tree: SyntaxTree, text: string): BareTree {
  const ignored = ignoredNodes(tree);
  const skip = (node: NodeAt, end: NodeAt): NodeAt => {
    let at = node;
    while (at < end && ignored[at] === 1) {
      at = tree.after(at);
    }
    return at;
  };
  return {
    tree,
    text,
    skip,
    children(node) {
      const end = tree.after(node);
      const children: NodeAt[] = [];
      for (let child = skip(node + 1, end); child < end; child = skip(tree.after(child), end)) {
        children.push(child);
      }
      return children;
    },
    gap(from, to, node) {
      let gap = "";
      let done = from;
      for (let at = node; at < tree.count && done < to && tree.start(at) < to; at = tree.after(at)) {
        gap += text.slice(done, tree.start(at));
        done = Math.max(done, tree.end(at));
      }
      // A backslash before a line's end joins two lines.
      return done < to || gap !== "" ? (gap + text.slice(done, to)).replace(/\\(?=\r?\n)|\s+/g, "") : "";
    },
  };
}

function ignoredNodes(tree: SyntaxTree): Uint8Array {
  const ignored = new Uint8Array(tree.count);
  /** By parent: whether the last child that counts is one that a separator may follow. */
  const afterItem = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    const parent = tree.parent(node);
    const isNamed = tree.isNamed(node);
    if (isNamed ? isComment(tree.type(node)) : isSeparator(tree, node, afterItem[parent] === 1)) {
      ignored[node] = 1;
    }
    // After one comma the next is a place left empty.
    afterItem[parent] = isNamed && ignored[node] === 0 ? 1 : isNamed ? (afterItem[parent] ?? 0) : 0;
  }
  return ignored;
}

const isComment = (type: string): boolean => type.includes("comment");

/** Where separators say more: the head of a `for`, Rust's `[0; 3]`, and Python's `x[a,]`, which is no `x[a]`. */
const TELLING: Readonly<Record<string, RegExp>> = { ";": /^for|^array/, ",": /^subscript$/ };

function isSeparator(tree: SyntaxTree, node: NodeAt, followsItem: boolean): boolean {
  const type = tree.type(node);
  const isTelling = TELLING[type]?.test(tree.type(tree.parent(node))) === true;
  return !isTelling && (type === "," ? followsItem : type === ";" || type.trim() === "");
}
