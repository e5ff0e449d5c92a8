// Where names stand in a syntax tree.
import type { SyntaxTree } from "./syntax-tree.ts";

/** A node of the syntax tree without children whose text is one of the names asked for. */
export interface Occurrence {
  readonly name: string;
  /** 0-based, in UTF-16 units of the text. */
  readonly offset: number;
  /** As the grammar names the node and its parent: `shorthand_property_identifier` in `object`. */
  readonly type: string;
  readonly parent: string;
  /** The field of the parent in which it stands; null for none. */
  readonly field: string | null;
}

/** Whole words of what no tree holds. */
export const occurrencesBetween = (
  text: string,
  start: number,
  end: number,
  names: ReadonlySet<string>,
): Occurrence[] =>
  [...text.slice(start, end).matchAll(WORD)].flatMap(({ index, 0: name }) =>
    names.has(name) ? [{ name, offset: start + index, type: "", parent: "", field: null }] : [],
  );

/** A word of code, as far as a search for names goes. */
export const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** In order of offset. */
export function occurrencesIn(tree: SyntaxTree, names: ReadonlySet<string>): Occurrence[] {
  const lengths = new Set([...names].map((name) => name.length));
  const found: Occurrence[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    const isLeaf = tree.after(node) === node + 1;
    const name = isLeaf && lengths.has(tree.end(node) - tree.start(node)) ? tree.text(node) : "";
    if (names.has(name)) {
      const parent = tree.type(tree.parent(node));
      found.push({ name, offset: tree.start(node), type: tree.type(node), parent, field: tree.fieldOf(node) });
    }
  }
  return found;
}
