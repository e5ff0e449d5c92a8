// Assigns each token of a tree to its innermost definition, together with the nesting of nodes, since white space can carry
// meaning. Leaves out comments and separators.
import type { Definition } from "./definitions.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "./syntax-tree.ts";

/** A definition with its own tokens, or a text with those that are in none. */
export interface Owner {
  /** Null for the text itself. */
  readonly definition: Definition | null;
  /** 0-based offset: tokens before it are the signature's. */
  readonly bodyStart: number;
  readonly signature: string[];
  readonly body: string[];
}

export const ownerOf = (definition: Definition | null, bodyStart: number): Owner => {
  return { definition, bodyStart, signature: [], body: [] };
};

const COMMENT = /comment/i;
/** Around one definition alone, where a body may hold several. */
const STATEMENT = /^(?!body|block).*_statement$/;
const CLOSING = new Set([")", "]", "}", ">"]);

export interface Collecting {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly owners: readonly Owner[];
  readonly whole: Owner;
  /** Types of nodes that only wrap a definition. */
  readonly wrappers: readonly string[];
  /** Stretches that are read by a tree of their own. */
  readonly skips: readonly (readonly [number, number])[];
}

/** Adds to the owners' tokens. */
export function collectTokens({ tree, text, owners, whole, wrappers, skips }: Collecting): void {
  const stack = openOwners(owners, whole);
  const write = openWriter();
  const open: { readonly after: NodeAt; readonly owner: Owner; readonly offset: number }[] = [];
  let read = tree.start(0);
  const closeUntil = (node: NodeAt): void => {
    for (let top = open.at(-1); top !== undefined && top.after <= node; top = open.at(-1)) {
      listOf(top.owner, top.offset).push(")");
      open.pop();
    }
  };
  for (let node = 0; node < tree.count; ) {
    closeUntil(node);
    const [start, end] = [tree.start(node), tree.end(node)];
    if (COMMENT.test(tree.type(node))) {
      read = Math.max(read, end);
      node = tree.after(node);
      continue;
    }
    stack.moveTo(start);
    if (tree.firstChild(node) !== NO_NODE) {
      const owner = tree.isNamed(node) ? stack.around(tree.type(node), start, end, wrappers) : null;
      if (owner !== null) {
        listOf(owner, start).push(`(${tree.type(node)}`);
        open.push({ after: tree.after(node), owner, offset: start });
      }
      node += 1;
      continue;
    }
    // Some grammars have no node for all that is written, such as the text of a string.
    const between = start > read ? text.slice(read, start).trim() : "";
    if (between !== "") {
      write(stack.innermost(), read, between);
    }
    // Some have one for the end of a line.
    const token = text.slice(start, end);
    if (token.trim() !== "" && !skips.some(([from, until]) => start < until && from < end)) {
      write(stack.innermost(), start, token);
    }
    read = Math.max(read, end);
    node += 1;
  }
  closeUntil(tree.count);
}

const listOf = ({ bodyStart, signature, body }: Owner, offset: number): string[] =>
  offset < bodyStart ? signature : body;

/** Writes tokens except for what separates nothing: a comma before a closing bracket, what is between symbols or ends one. */
function openWriter(): (owner: Owner, offset: number, token: string) => void {
  let comma: { readonly owner: Owner; readonly offset: number } | null = null;
  let last: Owner | null = null;
  return (owner, offset, token) => {
    if (comma !== null && comma.owner === owner && !CLOSING.has(token)) {
      listOf(owner, comma.offset).push(",");
    }
    const isFirst = last !== owner;
    comma = token === "," && !isFirst ? { owner, offset } : null;
    last = owner;
    if (token !== "," && !(token === ";" && isFirst)) {
      listOf(owner, offset).push(token);
    }
  };
}

interface OwnerStack {
  /** Offsets must not fall. */
  moveTo(offset: number): void;
  innermost(): Owner;
  /** The owner of a node, by the nesting of nodes; null if it wraps a definition. */
  around(type: string, start: number, end: number, wrappers: readonly string[]): Owner | null;
}

const startOf = (owner: Owner | undefined): number => owner?.definition?.start ?? Infinity;

function openOwners(owners: readonly Owner[], whole: Owner): OwnerStack {
  const sorted = owners.toSorted((a, b) => startOf(a) - startOf(b));
  const open: Owner[] = [];
  /** Those whose own node was reached: what comes before it may contain it. */
  const entered = new Set<Owner>();
  let next = 0;
  return {
    moveTo(offset) {
      const close = (until: number): void => {
        while ((open.at(-1)?.definition?.end ?? Infinity) <= until) {
          open.pop();
        }
      };
      for (let start = startOf(sorted[next]); start <= offset; start = startOf(sorted[next])) {
        // One that has ended holds nothing of what comes.
        close(start);
        open.push(sorted[next] ?? whole);
        next += 1;
      }
      close(offset);
    },
    innermost: () => open.at(-1) ?? whole,
    around(type, start, end, wrappers) {
      for (let at = open.length - 1; at >= 0; at -= 1) {
        const owner = open[at] ?? whole;
        if (owner.definition === null) {
          return owner;
        }
        const { tree, node } = owner.definition;
        if (entered.has(owner) || end <= tree.start(node)) {
          return owner;
        }
        if (tree.type(node) === type && tree.start(node) === start && tree.end(node) === end) {
          entered.add(owner);
          return owner;
        }
        if (wrappers.includes(type) || STATEMENT.test(type)) {
          return null;
        }
      }
      return whole;
    },
  };
}
