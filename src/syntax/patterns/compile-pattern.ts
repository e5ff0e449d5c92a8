// Makes steps of a pattern that a grammar has read: finds what of the tree is meant, and what represents metavariables.
import { NO_NODE, type NodeAt } from "../syntax-tree.ts";
import type { BareTree } from "./bare-tree.ts";
import type { Place, SpelledPattern } from "./metavariables.ts";
import type { PatternProgram, Step } from "./program.ts";

/** Nodes that hold a list of neighbours, and may have nothing of their own to begin and end it. */
const LIST = /(?:^|_)(?:block|body|statements|list|arguments|then)$|^body_statement$/;

const LITERALS_MAX = 20;

export type CompiledPattern =
  | { readonly program: PatternProgram }
  /** Why it is no pattern, in a person's words; `sure` where nothing can be made of it anywhere. */
  | { readonly trouble: string; readonly sure?: boolean };

/** What is made so far. */
interface Draft {
  readonly bare: BareTree;
  readonly places: ReadonlyMap<string, Place>;
  /** Puts back what a metavariable is written as. */
  readonly restore: (text: string) => string;
  readonly steps: Step[];
  readonly used: Set<Place>;
  readonly literals: Set<string>;
  readonly words: Set<string>;
}

/** `bare` is the tree of `spelled`, without errors; `prefix` begins the names that represent metavariables. */
export function compilePattern(bare: BareTree, spelled: SpelledPattern, prefix: string): CompiledPattern {
  const roots = rootsOf(bare, spelled);
  const [first] = roots;
  if (first === undefined) {
    return { trouble: "it is not a complete piece of code" };
  }
  if (bare.children(first).length === 0 && bare.tree.after(first) > first + 1) {
    return { trouble: "it is only a comment: use search_text", sure: true };
  }
  const names = new RegExp(`${prefix}(\\d+)`, "gi");
  const draft: Draft = {
    bare,
    places: new Map(spelled.places.map((place) => [`${place.start}-${place.end}`, place])),
    restore: (text) => text.replace(names, (name, at) => spelled.places[Number(at)]?.variable.written ?? name),
    steps: [],
    used: new Set(),
    literals: new Set(),
    words: new Set(),
  };
  let mark: Mark = null;
  for (const root of roots) {
    add(draft, root, mark);
    mark = behind(draft, root);
  }
  return draft.steps.every((step) => step.do === "one" || step.do === "rest")
    ? { trouble: "it has only metavariables, which match everything" }
    : finish(draft, spelled, roots);
}

function finish(draft: Draft, { places, text }: SpelledPattern, roots: readonly NodeAt[]): CompiledPattern {
  const { bare, steps, used, literals, words } = draft;
  // In a string it is literal text; elsewhere it is a node, or cannot match anything.
  const lost = places.find((place) => !used.has(place) && !/^\w+$/.test(text.slice(place.start, place.end)));
  if (lost !== undefined) {
    return { trouble: `${lost.variable.written} cannot be used at that place` };
  }
  const literal = places.flatMap((place) => (used.has(place) ? [] : [place.variable.written]));
  const named = places.flatMap((place) => (used.has(place) ? (place.variable.name ?? []) : []));
  const program: PatternProgram = {
    steps: steps.map((step, at) => (step.do === "rest" ? { ...step, last: steps[at + 1]?.do === "close" } : step)),
    isWhole: roots.length === 1 || isAllInside(bare, roots),
    understood: roots.map((root) => bare.tree.type(root)),
    names: [...new Set(named)],
    literal: [...new Set(literal)],
    repeats: new Set(named).size < named.length,
    literals: [...literals].sort((a, b) => b.length - a.length).slice(0, LITERALS_MAX),
    words: [...words],
  };
  return { program };
}

/** The neighbours that the pattern is, what only wraps them taken off; none where it is no neighbours. */
function rootsOf(bare: BareTree, { start, end }: SpelledPattern): NodeAt[] {
  const { tree, skip } = bare;
  const within: NodeAt[] = [];
  for (let node = skip(0, tree.count); node < tree.count; node = skip(node, tree.count)) {
    const [from, to] = [tree.start(node), tree.end(node)];
    if (from >= start && to <= end && to > from) {
      within.push(node);
      node = tree.after(node);
    } else {
      // What neither touches the pattern nor holds it.
      node = to <= start || from >= end ? tree.after(node) : node + 1;
    }
  }
  const [first] = within;
  if (first === undefined || within.some((node) => tree.parent(node) !== tree.parent(first))) {
    return [];
  }
  const parent = tree.parent(first);
  // `return $X` lacks no more than the end of a statement.
  const isPart = within.length > 1 || !tree.isNamed(first);
  const isAll = isPart && parent > 0 && !LIST.test(tree.type(parent)) && isSame(bare.children(parent), within);
  return isAll ? [parent] : within.length === 1 ? unwrapped(bare, first) : within;
}

const isSame = (one: readonly NodeAt[], other: readonly NodeAt[]): boolean => one.join() === other.join();

/** Whether neighbours are all that their parent holds, beside what begins and ends it. */
function isAllInside(bare: BareTree, roots: readonly NodeAt[]): boolean {
  const { tree } = bare;
  const parent = tree.parent(roots[0] ?? 0);
  const inside = (nodes: readonly NodeAt[]): NodeAt[] => nodes.filter((node) => tree.isNamed(node));
  return parent === NO_NODE || isSame(inside(bare.children(parent)), inside(roots));
}

function unwrapped(bare: BareTree, node: NodeAt): NodeAt[] {
  const { tree } = bare;
  const children = bare.children(node);
  const isFile = tree.parent(node) === NO_NODE;
  const [first, last] = [children[0], children.at(-1)];
  if (isFile && children.length > 1) {
    return children;
  }
  if (first === undefined || last === undefined || !tree.isNamed(first) || !tree.isNamed(last)) {
    return [node];
  }
  if (children.length === 1) {
    return isSameText(bare, node, first) ? unwrapped(bare, first) : [node];
  }
  return LIST.test(tree.type(node)) ? children : [node];
}

const isSameText = ({ tree }: BareTree, one: NodeAt, other: NodeAt): boolean =>
  tree.start(one) === tree.start(other) && tree.end(one) === tree.end(other);

/** Where what is before a node ends: an offset, and the node that comes after it. Null where that does not matter. */
type Mark = { readonly offset: number; readonly node: NodeAt } | null;

const gapTo = ({ bare, restore }: Draft, offset: number, mark: Mark): string | null =>
  mark === null ? null : restore(bare.gap(mark.offset, offset, mark.node));

/** The mark behind what was added last. */
const behind = ({ bare: { tree }, steps }: Draft, node: NodeAt): Mark =>
  steps.at(-1)?.do === "rest" ? null : { offset: tree.end(node), node: tree.after(node) };

function add(draft: Draft, node: NodeAt, mark: Mark): void {
  const { bare, steps } = draft;
  const { tree } = bare;
  const type = tree.type(node);
  const children = bare.children(node);
  const place = placeOf(draft, node);
  const gap = gapTo(draft, tree.start(node), mark);
  if (place !== undefined && (!LIST.test(type) || children.length === 0)) {
    draft.used.add(place);
    const { name, isRest } = place.variable;
    steps.push(isRest ? { do: "rest", name, last: false } : { do: "one", name, gap });
    return;
  }
  if (tree.after(node) === node + 1) {
    addLeaf(draft, node, gap);
    return;
  }
  const begin = steps.length;
  steps.push({ do: "open", type, gap });
  steps.push({ do: "close", gap: gapTo(draft, tree.end(node), addChildren(draft, node, children)) });
  if (place?.variable.isRest === true) {
    steps.splice(begin, 0, { do: "maybe", length: steps.length - begin, name: place.variable.name });
  }
}

/** The mark behind them. */
function addChildren(draft: Draft, node: NodeAt, children: readonly NodeAt[]): Mark {
  const { tree } = draft.bare;
  let mark: Mark = { offset: tree.start(node), node: node + 1 };
  let done = 0;
  for (const child of children) {
    if (tree.start(child) < done) {
      continue;
    }
    const several = severalAt(draft, child, children);
    if (several === undefined) {
      add(draft, child, mark);
    } else {
      draft.used.add(several);
      draft.steps.push({ do: "rest", name: several.variable.name, last: false });
      done = several.end;
    }
    mark = behind(draft, child);
  }
  return mark;
}

/** The metavariable that is spelled as several neighbours, of which the child is the first. */
const severalAt = (
  { bare: { tree, text }, places }: Draft,
  child: NodeAt,
  children: readonly NodeAt[],
): Place | undefined =>
  [...places.values()].find(
    ({ variable, start, end }) =>
      variable.isRest &&
      start === tree.start(child) &&
      end > tree.end(child) &&
      text.slice(start, end).includes(",") &&
      children.some((one) => tree.end(one) === end),
  );

/** The metavariable that the node is; `$X;` is any statement. */
function placeOf({ bare: { tree, text }, places }: Draft, node: NodeAt): Place | undefined {
  const [start, end] = [tree.start(node), tree.end(node)];
  const unended = text.slice(start, end).replace(/\s*;$/, "");
  return places.get(`${start}-${end}`) ?? places.get(`${start}-${start + unended.length}`);
}

function addLeaf({ bare, restore, steps, literals, words }: Draft, node: NodeAt, gap: string | null): void {
  const { tree, text } = bare;
  const leaf = restore(tree.text(node));
  steps.push({ do: "leaf", type: tree.type(node), text: leaf, gap });
  // A bracket is in every file.
  if (leaf.length > 1 || /\w/.test(leaf)) {
    literals.add(leaf);
  }
  const beside = `${text[tree.start(node) - 1] ?? " "}${text[tree.end(node)] ?? " "}`;
  if (/^\w+$/.test(leaf) && !/[\p{L}\p{N}_]/u.test(beside)) {
    words.add(leaf);
  }
}
