// Walks the trees of one text and hands each node to what a language's reader does with its type. Bounds how deep it goes.

import type { Definition } from "../syntax/definitions.ts";
import { isKeyword, type LanguageProfile } from "../syntax/profile.ts";
import { lineAt, type Source } from "../syntax/source.ts";
import { readSyntaxTree, type SyntaxReading } from "../syntax/syntax-outline.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../syntax/syntax-tree.ts";
import { type Facts, type Role, TEST } from "../vocabulary/facts.ts";
import type { ChainDraft } from "./chain-drafts.ts";
import type { FactsBuilder, FactsRules, OutlinedDraft } from "./facts-builder.ts";
import { openFacts } from "./open-facts.ts";

const NO_NAMES: ReadonlySet<string> = new Set();

/** Deeper nodes are left out and counted: code written by hand stays below 100, and recursion must not overflow the stack. */
const DEPTH_MAX = 400;

/** The second argument of every visitor: the tree, the facts under construction, and the walk itself. */
export interface Walk<State = unknown> extends SyntaxTree, Omit<FactsBuilder, "finish"> {
  /** What the language's visitors keep for each other: one for the file, in all of its trees. */
  readonly state: State;
  /** All of the text, of which the tree may leave out how it begins. */
  readonly whole: string;
  /** Where the node starts: its 0-based offset, as of all lines here. They become lines when the facts are finished. */
  line(node: NodeAt): number;
  endLine(node: NodeAt): number;
  lineAt(offset: number): number;
  /** Whether what stands at `upper` is on the line right above `lower`. Lines are compared by this and `isSameLine` alone. */
  isRightAbove(upper: number, lower: number): boolean;
  isSameLine(a: number, b: number): boolean;
  /**
   * The definition that the outline found at the node, from the start of what wraps it (`export`, a decorator) to the end of the
   * node. If the outline has none there, the result has no name, and `define` ignores it; one nested too deep is counted as left out.
   * `named`: the node of the name, for a field or another definition that the outline does not list.
   */
  definition(node: NodeAt, named?: NodeAt): OutlinedDraft;
  /**
   * The name that `named` gives to what `node` defines; "" where it is a keyword, which the grammar took for a name. `name`: its last
   * part, where it has several.
   */
  nameAt(named: NodeAt, node: NodeAt, name?: string): string;
  /** Does with the node what its type asks for. NO_NODE is passed over. */
  visit(node: NodeAt): void;
  /** Visits an expression, once, and returns its value; null for an unknown one. */
  value(node: NodeAt): ChainDraft;
  /** Runs `inside` as one level deeper and returns its result; null where that is too deep: it is left out, and counted. */
  deeper<Result>(inside: () => Result): Result | null;
  /**
   * Parses the text between two offsets, which the grammar left as mere tokens, and visits it as code in this place. False, with
   * nothing read, if it is not code or too long. `terminator`: the offset of a character that ends it and is not part of it.
   */
  reread(start: number, end: number, terminator?: number): boolean;
  /** Visits all named children, in order, but those of these fields. */
  visitChildren(node: NodeAt, ...except: readonly string[]): void;
  /** Records a reference to the name that the node is, on its line. `argumentTypes`: as ReferenceGroup. */
  reference(node: NodeAt, role: Role, of: ChainDraft, argumentTypes?: string | null): void;
}

/** `State`: the fields of the state that the visitor uses. */
export type Visitor<State = unknown> = (node: NodeAt, walk: Walk<State>) => void;
/** Visits what is inside of an expression and returns its value. */
export type Reading<State = unknown> = (node: NodeAt, walk: Walk<State>) => ChainDraft;

/** A text of the same length. `removed`: names that it has no more. */
export interface Prepared {
  readonly text: string;
  readonly removed: readonly { readonly name: string; readonly offset: number }[];
}

/** `whole`: nothing is left out that may define something, such as a branch of conditional code: for an outline. */
export type Prepare = (text: string, whole?: "whole") => Prepared;

/** How a language's facts are read. Of a type without a visitor the children are visited. */
export interface ReaderRules<State> extends FactsRules {
  /** Called once for each file. */
  readonly state: () => State;
  readonly visitors: Readonly<Record<string, Visitor<State>>>;
  /** Of types of expressions. */
  readonly values?: Readonly<Record<string, Reading<State>>>;
  /** The text without what its grammar is known to stumble over: read where there are fewer errors in it. */
  readonly prepare?: Prepare;
  /** Types of statements that are what they seem even where they are directly in broken syntax. */
  readonly whole?: ReadonlySet<string>;
}

/** A language's rules, whatever state they need. */
export interface FactsReader {
  readonly prepare: Prepare | undefined;
  /** Names that are the language's own, and no reference, where the file itself does not declare them. */
  readonly builtIn: ReadonlySet<string>;
  /** Facts of a text from its trees in this language: of a Vue file, each of its scripts. */
  read(trees: readonly SyntaxReading[], source: Source, options: ReadingOptions): Facts;
}

export interface ReadingOptions {
  readonly reparse: Reparse;
  /** What `prepare` took out. */
  readonly removed?: Prepared["removed"];
  /**
   * Whether every line of the facts is the 0-based offset of the name in the text instead, so that each use stands on its own. The
   * order of definitions, imports and exports is the same. Default false.
   */
  readonly byOffsets?: boolean;
  /** Gets a 1 at the offset of each name that is read, as long as the text: what has none was passed over. */
  readonly asked?: Uint8Array;
}

/**
 * The tree of what is between two offsets of the text, and of the one character at `terminator`; null where that has errors, or
 * time is up.
 */
export type Reparse = (start: number, end: number, terminator?: number) => SyntaxTree | null;

export function defineFactsReader<State>(rules: ReaderRules<State>): FactsReader {
  const visitors = new Map(Object.entries(rules.visitors));
  const values = new Map(Object.entries(rules.values ?? {}));
  return {
    prepare: rules.prepare,
    builtIn: rules.builtIn ?? NO_NAMES,
    read(trees, source, { reparse, removed = [], byOffsets = false, asked = null }) {
      const facts = openFacts(rules);
      const places = offsetsOf(source);
      const state = rules.state();
      const desk: Desk<State> = { rules, visitors, values, source, places, facts, state, reparse, asked };
      for (const tree of trees) {
        walkOf(tree, desk, 0).visit(0);
      }
      for (const { name, offset } of removed) {
        asked?.fill(1, offset, offset + 1);
        facts.refer(name, places.lineAt(offset), "read", facts.name(name));
      }
      return facts.finish(byOffsets ? null : (offset) => lineAt(source, offset));
    },
  };
}

/** How facts say where something stands. */
type Places = Pick<Walk, "lineAt" | "isRightAbove" | "isSameLine">;

/** While the text is read, each line is an offset: what stands on one line is told apart by it. */
const offsetsOf = (source: Source): Places => {
  const isRightAbove = (upper: number, lower: number): boolean => lineAt(source, upper) === lineAt(source, lower) - 1;
  const isSameLine = (a: number, b: number): boolean => lineAt(source, a) === lineAt(source, b);
  return { lineAt: (offset) => offset, isRightAbove, isSameLine };
};

interface Desk<State> {
  readonly rules: ReaderRules<State>;
  readonly visitors: ReadonlyMap<string, Visitor<State>>;
  readonly values: ReadonlyMap<string, Reading<State>>;
  readonly source: Source;
  readonly places: Places;
  readonly facts: FactsBuilder;
  readonly state: State;
  readonly reparse: Reparse;
  readonly asked: Uint8Array | null;
}

/** A name of several parts, each of which is read with it: `std::vector`. */
const NAME_OF_PARTS = /^[\w$.:\\]{1,200}$/u;

/** The same tree; marks the names whose text is asked for. */
function watched(tree: SyntaxTree, asked: Uint8Array | null): SyntaxTree {
  if (asked === null) {
    return tree;
  }
  return {
    ...tree,
    text(node) {
      const text = tree.text(node);
      if (node !== NO_NODE) {
        if (tree.after(node) === node + 1) {
          asked[tree.start(node)] = 1;
        } else if (NAME_OF_PARTS.test(text)) {
          asked.fill(1, tree.start(node), tree.end(node));
        }
      }
      return text;
    },
  };
}

type OutlineEntry = Pick<Definition, "name" | "qualifier" | "kind" | "isTest" | "start" | "nameOffset">;

const NO_DEFINITION: OutlineEntry = {
  name: null,
  qualifier: undefined,
  kind: "data",
  isTest: false,
  start: 0,
  nameOffset: 0,
};

/** A definition of the outline; without a name where it is of a kind that facts do not have. */
function outlined(
  { name, qualifier, kind, isTest, start, nameOffset }: OutlineEntry,
  endLine: number,
  { lineAt }: Places,
): OutlinedDraft {
  const isKept = name !== null && kind !== "import" && kind !== "section" && kind !== "block";
  return {
    name: isKept ? name : "",
    kind: isKept ? kind : "data",
    nameLine: lineAt(nameOffset),
    startLine: lineAt(start),
    endLine,
    flags: isTest || kind === "test" ? TEST : 0,
    ...(qualifier === undefined ? {} : { qualifier }),
  };
}

const fieldNamed = (name: string, startLine: number, nameLine: number, endLine: number): OutlinedDraft => ({
  name,
  kind: "field",
  nameLine,
  startLine,
  endLine,
  flags: 0,
});

const IN_BACKTICKS = /^`([^`]+)`$/;

/** The tree, in which names are read without their backticks or marks, as definitions and their uses are compared. */
function withBareNames(tree: SyntaxTree, { backticks, rawMark }: LanguageProfile): SyntaxTree {
  if (backticks !== true && rawMark === undefined) {
    return tree;
  }
  return {
    ...tree,
    text(node) {
      const text = tree.text(node);
      const isRaw = rawMark !== undefined && text.startsWith(rawMark) && text.charAt(rawMark.length) !== '"';
      if (isRaw && tree.firstChild(node) === NO_NODE) {
        return text.slice(rawMark.length);
      }
      return backticks === true && text.startsWith("`") ? (IN_BACKTICKS.exec(text)?.[1] ?? text) : text;
    },
  };
}

/** `startDepth`: the depth in the outer tree of the text that this tree was parsed from. */
function walkOf<State>(
  { tree: plain, profile, definitions }: SyntaxReading,
  desk: Desk<State>,
  startDepth: number,
): Walk<State> {
  const { rules, visitors, values, source, places, facts, state, asked } = desk;
  const tree = watched(withBareNames(plain, profile), asked);
  let depth = startDepth;
  const read = (node: NodeAt): ChainDraft => {
    const type = tree.type(node);
    const reading = values.get(type);
    if (reading !== undefined) {
      return reading(node, walk);
    }
    const visitor = visitors.get(type);
    if (visitor === undefined) {
      walk.visitChildren(node);
    } else {
      visitor(node, walk);
    }
    return null;
  };
  const descend = (): boolean => {
    const isTooDeep = depth >= DEPTH_MAX;
    facts.leave(isTooDeep ? 1 : 0);
    depth += isTooDeep ? 0 : 1;
    return !isTooDeep;
  };
  const walk: Walk<State> = {
    // Written out: an object of so many properties that is made by spreading others is slow to read.
    source: tree.source,
    count: tree.count,
    type: tree.type,
    isNamed: tree.isNamed,
    start: tree.start,
    end: tree.end,
    text: tree.text,
    parent: tree.parent,
    firstChild: tree.firstChild,
    nextSibling: tree.nextSibling,
    after: tree.after,
    children: tree.children,
    field: tree.field,
    fields: tree.fields,
    fieldOf: tree.fieldOf,
    childOfType: tree.childOfType,
    enclosing: facts.enclosing,
    under: facts.under,
    enclosingClass: facts.enclosingClass,
    within: facts.within,
    define: facts.define,
    amend: facts.amend,
    defined: facts.defined,
    child: facts.child,
    branch: facts.branch,
    hazard: facts.hazard,
    returns: facts.returns,
    alias: facts.alias,
    local: facts.local,
    again: facts.again,
    localType: facts.localType,
    import: facts.import,
    export: facts.export,
    package: facts.package,
    name: facts.name,
    typeName: facts.typeName,
    refer: facts.refer,
    referenceKnown: facts.referenceKnown,
    converts: facts.converts,
    leave: facts.leave,
    state,
    whole: source.text,
    line: (node) => places.lineAt(tree.start(node)),
    endLine: (node) => places.lineAt(Math.max(tree.start(node), tree.end(node) - 1)),
    lineAt: places.lineAt,
    isRightAbove: places.isRightAbove,
    isSameLine: places.isSameLine,
    definition(node, named = NO_NODE) {
      facts.leave(named === NO_NODE && definitions.tooDeep.has(node) ? 1 : 0);
      const outline = definitions.byNode.get(node) ?? NO_DEFINITION;
      if (named === NO_NODE && outline !== NO_DEFINITION) {
        asked?.fill(1, outline.nameOffset, outline.nameOffset + 1);
      }
      return named === NO_NODE
        ? outlined(outline, walk.endLine(node), places)
        : fieldNamed(walk.nameAt(named, node), walk.line(node), walk.line(named), walk.endLine(node));
    },
    nameAt(named, node, name = tree.text(named)) {
      const offset = tree.end(named) - name.length;
      return isKeyword(profile, tree, node, { name, offset }) ? "" : name;
    },
    visit: (node) => void walk.value(node),
    value(node) {
      // What is under broken syntax may be anything; but a broken root contains the whole file.
      if (node === NO_NODE) {
        return null;
      }
      if (tree.type(node) === "ERROR" && node !== 0) {
        for (const child of rules.whole === undefined ? [] : tree.children(node)) {
          walk.visit(rules.whole?.has(tree.type(child)) === true ? child : NO_NODE);
        }
        return null;
      }
      if (!descend()) {
        return null;
      }
      const value = read(node);
      depth -= 1;
      return value;
    },
    deeper(inside) {
      if (!descend()) {
        return null;
      }
      const result = inside();
      depth -= 1;
      return result;
    },
    reread(start, end, terminator) {
      const inner = desk.reparse(start, end, terminator);
      if (inner !== null) {
        walkOf(readSyntaxTree(inner, profile, source), desk, depth).visit(0);
      }
      return inner !== null;
    },
    visitChildren(node, ...except) {
      for (let child = tree.firstChild(node); child !== NO_NODE; child = tree.nextSibling(child)) {
        if (tree.isNamed(child) && (except.length === 0 || !except.includes(tree.fieldOf(child) ?? ""))) {
          walk.visit(child);
        }
      }
    },
    reference(node, role, of, argumentTypes = null) {
      // What the program of a template only means is no use in the text.
      if (tree.start(node) === tree.end(node)) {
        return;
      }
      facts.refer(tree.text(node), walk.line(node), role, of, argumentTypes);
    },
  };
  return walk;
}
