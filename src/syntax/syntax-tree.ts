// A parsed tree laid flat: what readers that look at every node ask of it costs no call into WebAssembly. One walk of
// tree-sitter's cursor, about 60 ms for a million characters of source where parsing them takes 250.
import type { Language, Node, Tree, TreeCursor } from "web-tree-sitter";
import { type CursorCalls, cursorCalls } from "./grammars.ts";
import type { Woven } from "./woven.ts";

/** Number of a node in its tree, in document order; NO_NODE is none. */
export type NodeAt = number;
export const ROOT = 0;
export const NO_NODE = -1;

/** Of NO_NODE there are no children, and its text is "". */
export interface SyntaxTree {
  /** The text of all of it. */
  readonly source: string;
  /** Nodes there are, nameless ones (`{`, `async`, `+`) included. */
  readonly count: number;
  /** As the grammar names it: `call_expression`, `{`, `ERROR`. */
  type(node: NodeAt): string;
  isNamed(node: NodeAt): boolean;
  /** 0-based offset in UTF-16 units of the text; `end` is exclusive. */
  start(node: NodeAt): number;
  end(node: NodeAt): number;
  text(node: NodeAt): string;
  parent(node: NodeAt): NodeAt;
  firstChild(node: NodeAt): NodeAt;
  nextSibling(node: NodeAt): NodeAt;
  /** The number after the last node of the subtree. */
  after(node: NodeAt): NodeAt;
  /** Named children, in order. */
  children(node: NodeAt): NodeAt[];
  /** The first child that is in this field. */
  field(node: NodeAt, name: string): NodeAt;
  /** All children that are in this field. */
  fields(node: NodeAt, name: string): NodeAt[];
  /** The field of its parent in which the node stands; null for none. */
  fieldOf(node: NodeAt): string | null;
  /** The first child of this type, named or not. */
  childOfType(node: NodeAt, type: string): NodeAt;
}

/** The tree may be deleted afterwards. `text` is what was parsed, or else what that was woven of. */
export const flatten = (tree: Tree, text: string, woven: Woven | null = null): SyntaxTree => {
  const columns = walk(tree.rootNode);
  if (woven === null) {
    return treeOf(columns, tree.language, text);
  }
  const { starts, ends } = columns;
  const there = treeOf(placed(columns, woven), tree.language, text);
  // What the text only means stands nowhere in it.
  const meant = (node: NodeAt): string => woven.code.slice(starts[node], ends[node]);
  return { ...there, text: (node) => there.text(node) || (node === NO_NODE ? "" : meant(node)) };
};

/** Nodes where their text stands. What encloses others encloses them there as well, although pieces may have changed places. */
function placed(columns: Columns, woven: Woven): Columns {
  const starts = columns.starts.map((offset) => woven.starts[offset] ?? 0);
  const ends = columns.ends.map((offset) => woven.ends[offset] ?? 0);
  for (let node = columns.count - 1; node > ROOT; node -= 1) {
    const parent = columns.parents[node] ?? ROOT;
    starts[parent] = Math.min(starts[parent] ?? 0, starts[node] ?? 0);
    ends[parent] = Math.max(ends[parent] ?? 0, ends[node] ?? 0);
  }
  return { ...columns, starts, ends };
}

/** The same of a part of a tree: its root is the node, and has no parent. */
export const flattenNode = (node: Node, text: string): SyntaxTree => treeOf(walk(node), node.tree.language, text);

/** Of each node in document order: type, start, end, field, parent and the node after its subtree. */
interface Columns {
  readonly count: number;
  readonly types: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly fields: Uint16Array;
  readonly parents: Int32Array;
  readonly afters: Int32Array;
}

function walk(root: Node): Columns {
  const count = root.descendantCount;
  const [types, fields] = [new Uint16Array(count), new Uint16Array(count)];
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)];
  const [parents, afters] = [new Int32Array(count), new Int32Array(count)];
  const columns: Columns = { count, types, starts, ends, fields, parents, afters };
  const calls = cursorCalls();
  const tree = addressOf(root.tree);
  const cursor = root.walk();
  let parent = NO_NODE;
  let next = 0;
  for (;;) {
    const node = next;
    types[node] = calls._ts_tree_cursor_current_node_type_id_wasm(tree);
    starts[node] = calls._ts_tree_cursor_start_index_wasm(tree);
    ends[node] = calls._ts_tree_cursor_end_index_wasm(tree);
    fields[node] = calls._ts_tree_cursor_current_field_id_wasm(tree);
    parents[node] = parent;
    next += 1;
    if (calls._ts_tree_cursor_goto_first_child_wasm(tree) === 1) {
      parent = node;
      continue;
    }
    afters[node] = next;
    while (calls._ts_tree_cursor_goto_next_sibling_wasm(tree) !== 1) {
      if (calls._ts_tree_cursor_goto_parent_wasm(tree) !== 1) {
        release(cursor, calls);
        return columns;
      }
      afters[parent] = next;
      parent = parents[parent] ?? NO_NODE;
    }
  }
}

/** The library's objects hold addresses and the like as their elements 0, 1 …, which its types leave out. */
const addressOf = (tree: Tree): number => (tree as unknown as readonly [number])[0];

/** Frees what the cursor has become by the calls, which is only in the transfer buffer. */
function release(cursor: TreeCursor, calls: CursorCalls): void {
  const state = calls._ts_init() / Int32Array.BYTES_PER_ELEMENT;
  Object.assign(cursor, [...calls.HEAP32.subarray(state, state + CURSOR_WORDS)]);
  cursor.delete();
}

const CURSOR_WORDS = 4;

/** What tree-sitter answers for broken syntax. */
const ERROR_TYPE = 65_535;

/** A grammar's tables, asked for once. */
interface Tables {
  readonly named: readonly boolean[];
  readonly fieldIds: ReadonlyMap<string, number>;
}

const tables = new WeakMap<Language, Tables>();

function tablesOf(language: Language): Tables {
  let known = tables.get(language);
  if (known === undefined) {
    known = {
      named: language.types.map((_, id) => language.nodeTypeIsNamed(id)),
      fieldIds: new Map(language.fields.flatMap((name, id) => (name === null ? [] : [[name, id] as const]))),
    };
    tables.set(language, known);
  }
  return known;
}

function treeOf(
  { count, types, starts, ends, fields, parents, afters }: Columns,
  language: Language,
  text: string,
): SyntaxTree {
  const { named, fieldIds } = tablesOf(language);
  const after = (node: NodeAt): NodeAt => afters[node] ?? count;
  const firstChild = (node: NodeAt): NodeAt => (node !== NO_NODE && after(node) > node + 1 ? node + 1 : NO_NODE);
  const nextSibling = (node: NodeAt): NodeAt => {
    const next = after(node);
    return next < count && parents[next] === parents[node] ? next : NO_NODE;
  };
  const type = (node: NodeAt): string => {
    const id = types[node] ?? ERROR_TYPE;
    return id === ERROR_TYPE ? "ERROR" : (language.types[id] ?? "ERROR");
  };
  const isNamed = (node: NodeAt): boolean => types[node] === ERROR_TYPE || named[types[node] ?? 0] === true;
  const collect = (node: NodeAt, admits: (child: NodeAt) => boolean): NodeAt[] => {
    const found: NodeAt[] = [];
    for (let child = firstChild(node); child !== NO_NODE; child = nextSibling(child)) {
      if (admits(child)) {
        found.push(child);
      }
    }
    return found;
  };
  const fieldId = (name: string): number => fieldIds.get(name) ?? -1;
  return {
    source: text,
    count,
    type,
    isNamed,
    start: (node) => starts[node] ?? 0,
    end: (node) => ends[node] ?? 0,
    text: (node) => (node === NO_NODE ? "" : text.slice(starts[node], ends[node])),
    parent: (node) => parents[node] ?? NO_NODE,
    firstChild,
    nextSibling,
    after,
    children: (node) => collect(node, isNamed),
    field(node, name) {
      const id = fieldId(name);
      // Asked more often than anything else.
      let child = firstChild(node);
      while (child !== NO_NODE && fields[child] !== id) {
        child = nextSibling(child);
      }
      return child;
    },
    fields(node, name) {
      const id = fieldId(name);
      return collect(node, (child) => fields[child] === id);
    },
    fieldOf: (node) => language.fieldNameForId(fields[node] ?? 0),
    childOfType(node, wanted) {
      let child = firstChild(node);
      while (child !== NO_NODE && type(child) !== wanted) {
        child = nextSibling(child);
      }
      return child;
    },
  };
}
