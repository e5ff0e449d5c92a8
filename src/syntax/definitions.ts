// Definitions of a syntax tree, nested, as a language's profile names them. Nests the nodes that matter by their ranges, so what is
// under broken syntax is found too.
import {
  cutName,
  type DefinedKind,
  type DefinitionRule,
  type Found,
  type FurtherNames,
  fieldAt,
  isKeyword,
  type LanguageProfile,
  nameOf,
  type UnreadRule,
} from "./profile.ts";
import { isBlankLine, lineAt, lineText, type Source } from "./source.ts";
import { type NodeAt, ROOT, type SyntaxTree } from "./syntax-tree.ts";
import { findUnread } from "./unread.ts";

/** Definitions nested deeper than this belong to the enclosing one: a path of 33 names helps no reader. */
const DEPTH_MAX = 32;

/** A definition as found, before it is laid on lines. Offsets are 0-based, in UTF-16 units, end exclusive. */
export interface Definition {
  readonly tree: SyntaxTree;
  readonly node: NodeAt;
  readonly kind: DefinedKind;
  readonly isTest: boolean;
  /** As written, on one line; a symbol's is cut. */
  readonly name: string | null;
  /** As Found has it. */
  readonly qualifier: string | undefined;
  /** Readable path of the enclosing names and its own; null for a nameless definition with nothing named around it. */
  readonly path: string | null;
  /** The same of what it is in. */
  readonly outerPath: string | null;
  readonly start: number;
  readonly end: number;
  /** End of the outermost wrapper that it starts with; without one, as `end` when it was found. */
  readonly wrapperEnd: number;
  readonly nameOffset: number;
  /** Whether it is a symbol of the file. */
  readonly listed: boolean;
  readonly depth: number;
  /** Found by the look of lines, not by the tree: it ends where the next one starts. */
  readonly isEstimated: boolean;
  readonly children: Definition[];
}

export interface Definitions {
  readonly roots: readonly Definition[];
  /** Lines (1-based) that belong to what follows them: comments, attributes, decorators. */
  readonly leadLines: ReadonlySet<number>;
  /** Definitions by their nodes. */
  readonly byNode: ReadonlyMap<NodeAt, Definition>;
  /** Nodes that define something too deep inside other definitions to be listed. */
  readonly tooDeep: ReadonlySet<NodeAt>;
}

/** An open node while the tree is read: a definition, a wrapper that the next definition takes over, or neither. */
interface Open {
  readonly end: number;
  /** The definition that this node is, or else the nearest around it. */
  readonly definition: Definition | null;
  wrapperStart: number | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Reading {
  readonly tree: SyntaxTree;
  readonly source: Source;
  readonly profile: LanguageProfile;
  readonly open: Open[];
  readonly roots: Mutable<Definition>[];
  readonly leadLines: Set<number>;
  readonly byNode: Map<NodeAt, Definition>;
  readonly tooDeep: Set<NodeAt>;
  /** What is to be read further on, since the declaration around it names it. */
  readonly further: Map<NodeAt, Further>;
  last: Mutable<Definition> | null;
  /** The path that a statement gave to all that follows at the top of the file. */
  rest: string | null;
  /** Nothing is defined before this offset. */
  opaqueUntil: number;
}

interface Further {
  readonly rule: DefinitionRule;
  readonly whole: NodeAt;
  /** What is around the declaration. */
  readonly parent: Definition | null;
}

const IMPORT: DefinitionRule = { kind: "import", name: null, listed: false };

export function readDefinitions(tree: SyntaxTree, profile: LanguageProfile, source: Source): Definitions {
  const reading: Reading = {
    tree,
    source,
    profile,
    open: [],
    roots: [],
    leadLines: new Set(),
    byNode: new Map(),
    tooDeep: new Set(),
    further: new Map(),
    last: null,
    rest: null,
    opaqueUntil: 0,
  };
  const types = new Set(nodeTypesOf(profile));
  for (let node = 0; node < tree.count; node += 1) {
    if ((types.has(tree.type(node)) || reading.further.has(node)) && tree.end(node) > tree.start(node)) {
      readNode(reading, node);
    }
  }
  return reading;
}

/** Every node type a profile asks the grammar for. */
export function nodeTypesOf(profile: LanguageProfile): string[] {
  const { definitions, wrappers = [], leads, imports = [], tails = [], opaque = [], unread } = profile;
  return [
    ...Object.keys(definitions),
    ...wrappers,
    ...leads,
    ...imports,
    ...tails,
    ...opaque,
    ...(unread?.types ?? []),
  ];
}

function readNode(reading: Reading, node: NodeAt): void {
  const { tree, profile, open } = reading;
  const [start, end] = [tree.start(node), tree.end(node)];
  while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= start) {
    open.pop();
  }
  const type = tree.type(node);
  const named = reading.further.get(node);
  const rule = named?.rule ?? profile.definitions[type];
  const isInterpreter = start === 0 && /^#!(?!\[)/.test(reading.source.text.slice(0, 3));
  if (!isInterpreter && profile.leads.includes(type) && profile.leadsWhen?.(reading.source.text, start) !== false) {
    markLead(reading, start, end);
  }
  if (start < reading.opaqueUntil) {
    return;
  }
  if (profile.unread?.types.includes(type) === true) {
    readUnread(reading, node, profile.unread);
    reading.opaqueUntil = end;
    return;
  }
  if (profile.opaque?.includes(type) === true) {
    reading.opaqueUntil = end;
    return;
  }
  const isWrapper = profile.wrappers?.includes(type) === true && profile.wrapsWhen?.(tree, node) !== false;
  if (rule !== undefined || isWrapper) {
    const parent = named === undefined ? enclosing(reading) : named.parent;
    const definition = rule === undefined ? null : define(reading, node, rule, parent, named?.whole);
    if (definition !== null) {
      noteFurther(reading, node, rule?.further, parent, definition.kind);
    }
    const wrapperStart = isWrapper && definition === null ? start : null;
    open.push({ end, definition: definition ?? enclosing(reading), wrapperStart });
  } else if (profile.imports?.includes(type) === true) {
    define(reading, node, IMPORT, enclosing(reading));
  } else if (
    reading.last !== null &&
    profile.tails?.includes(type) === true &&
    profile.tailsWhen?.(tree, node) !== false
  ) {
    reading.last.end = Math.max(reading.last.end, end);
    open.push({ end, definition: reading.last, wrapperStart: null });
  }
}

function noteFurther(
  reading: Reading,
  node: NodeAt,
  further: FurtherNames | undefined,
  parent: Definition | null,
  kind: DefinedKind,
): void {
  if (further !== undefined) {
    const rule = further.isOfSameKind === true ? { ...further.rule, kind } : further.rule;
    for (const one of further.in(reading.tree, node)) {
      reading.further.set(one, { rule, whole: further.whole?.(reading.tree, one) ?? one, parent });
    }
  }
}

/** `whole`: the node whose lines it has. */
function define(
  reading: Reading,
  node: NodeAt,
  rule: DefinitionRule,
  parent: Definition | null,
  whole = node,
): Definition | null {
  const { tree, profile } = reading;
  const [start, end] = [tree.start(whole), tree.end(whole)];
  const depth = parent === null ? 0 : parent.depth + 1;
  const place = { innermost: parent?.kind ?? null, depth };
  const kind = typeof rule.kind === "string" ? rule.kind : rule.kind(tree, node, place);
  if (kind === null) {
    return null;
  }
  if (depth > DEPTH_MAX) {
    reading.tooDeep.add(node);
    return null;
  }
  const isNameless = rule.name === null || kind === "import";
  const found = isNameless ? null : withoutMark(findName(rule, tree, node), profile);
  if ((found === null && !isNameless) || (found !== null && isKeyword(profile, tree, node, found))) {
    return null;
  }
  const isBeside = rule.isBeside === true && tree.parent(node) === parent?.node;
  const outer = parent === null ? reading.rest : isBeside ? parent.outerPath : parent.path;
  const names = [rule.namesRest === undefined ? outer : null, found?.qualifier, cutName(found?.name ?? "")].filter(
    (name) => typeof name === "string" && name !== "",
  );
  markUnseen(reading, node);
  const wrapper = takeWrapper(reading, { start, end });
  const made: Mutable<Definition> = {
    tree,
    node,
    kind: kind === "function" && (parent?.kind === "class" || parent?.kind === "interface") ? "method" : kind,
    isTest: found !== null && rule.isTest?.(tree, node, found.name) === true,
    name: found?.name ?? null,
    qualifier: found?.qualifier,
    path: names.length === 0 ? null : names.join(profile.separator ?? "."),
    outerPath: outer,
    start: wrapper.start,
    end: endOfFirst(tree, node, rule) ?? end,
    wrapperEnd: wrapper.end,
    nameOffset: found?.offset ?? start,
    listed: found !== null && (typeof rule.listed === "function" ? rule.listed(tree, node) : rule.listed !== false),
    depth,
    isEstimated: false,
    children: [],
  };
  if (rule.namesRest?.(tree, node) === true) {
    reading.rest = made.path === "main" ? null : made.path;
  }
  reading.byNode.set(node, made);
  const siblings: Mutable<Definition>[] = parent?.children ?? reading.roots;
  const before = siblings.at(-1);
  const isAgain = before?.path === made.path && before.kind === made.kind && made.name !== null;
  if (isAgain && goesOn(profile.equations, tree, before.node, node)) {
    before.end = end;
    before.wrapperEnd = made.wrapperEnd;
    return before;
  }
  siblings.push(made);
  reading.last = made;
  return made;
}

/** Where the first of several names ends that are apart; null where it is all of the declaration. */
function endOfFirst(tree: SyntaxTree, node: NodeAt, { further }: DefinitionRule): number | null {
  const [next] = further?.isApart?.(tree, node) === true ? further.in(tree, node) : [];
  return next === undefined
    ? null
    : tree.start(node) + tree.source.slice(tree.start(node), tree.start(next)).replace(/[\s,]+$/, "").length;
}

const goesOn = (equations: LanguageProfile["equations"], tree: SyntaxTree, before: NodeAt, node: NodeAt): boolean =>
  typeof equations === "function" ? equations(tree, before, node) : equations === true;

/** Takes the definitions that `unread.ts` finds between the first and the last line of a node. */
function readUnread(reading: Reading, node: NodeAt, rule: UnreadRule): void {
  const { tree, source, profile, open } = reading;
  const parent = enclosing(reading);
  const lines = { startLine: lineAt(source, tree.start(node)) + 1, endLine: lineAt(source, tree.end(node) - 1) - 1 };
  const { definitions, leadLines } = findUnread(source, lines, rule);
  for (const line of leadLines) {
    reading.leadLines.add(line);
  }
  for (const found of open.length > DEPTH_MAX ? [] : definitions) {
    (parent?.children ?? reading.roots).push({
      ...found,
      tree,
      node,
      isTest: false,
      wrapperEnd: found.end,
      qualifier: undefined,
      path: [parent?.path, found.name].filter((part) => typeof part === "string").join(profile.separator ?? "."),
      outerPath: parent?.path ?? null,
      listed: true,
      depth: parent === null ? 0 : parent.depth + 1,
      isEstimated: true,
      children: [],
    });
  }
}

function findName(rule: DefinitionRule, tree: SyntaxTree, node: NodeAt): Found | null {
  if (rule.name === null) {
    return null;
  }
  return typeof rule.name === "function"
    ? rule.name(tree, node)
    : nameOf(tree, fieldAt(tree, node, rule.name ?? "name"));
}

/** `r#match` and `@class` are called `match` and `class`. */
const withoutMark = (found: Found | null, { rawMark }: LanguageProfile): Found | null =>
  found === null || rawMark === undefined || !found.name.startsWith(rawMark)
    ? found
    : { ...found, name: found.name.slice(rawMark.length) };

const enclosing = (reading: Reading): Definition | null => reading.open.at(-1)?.definition ?? null;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range of the outermost wrapper around a definition, unless an earlier definition has taken it. */
function takeWrapper(reading: Reading, own: Range): Range {
  let outer = own;
  for (let i = reading.open.length - 1; i >= 0; i -= 1) {
    const open = reading.open[i];
    if (open === undefined || open.wrapperStart === null) {
      break;
    }
    outer = { start: open.wrapperStart, end: open.end };
    open.wrapperStart = null;
  }
  return outer;
}

/** Marks the lines above a definition that its grammar was not shown, where the language has them belong to it. */
function markUnseen({ tree, source, profile, leadLines }: Reading, node: NodeAt): void {
  const { unseenLead } = profile;
  if (unseenLead === undefined) {
    return;
  }
  const parent = tree.parent(node);
  const siblingBefore = (at: NodeAt): NodeAt => {
    let before = at - 1;
    while (before > parent && tree.parent(before) !== parent) {
      before = tree.parent(before);
    }
    return before;
  };
  // A neutraliser may leave a statement of it: `A` of `@A`.
  const isLeft = (at: NodeAt): boolean => unseenLead.test(lineBefore(source, tree.start(at)));
  let before = siblingBefore(node);
  while (before > parent && isLeft(before)) {
    before = siblingBefore(before);
  }
  if (before < ROOT) {
    return;
  }
  const from = before === parent ? tree.start(before) : tree.end(before);
  const first = before === ROOT ? 1 : lineAt(source, Math.max(from - 1, 0)) + 1;
  const lines: number[] = [];
  for (let line = lineAt(source, tree.start(node)) - 1; line >= first && !isBlankLine(source, line); line -= 1) {
    lines.push(line);
    if (unseenLead.test(lineText(source, line))) {
      for (const one of lines.splice(0)) {
        leadLines.add(one);
      }
    }
  }
}

/** What stands before an offset on its line. */
const lineBefore = (source: Source, offset: number): string =>
  source.text.slice(source.starts[lineAt(source, offset) - 1], offset);

/** Marks the lines of a comment or attribute that starts its line; one at the end of code belongs to that code. */
function markLead(reading: Reading, start: number, end: number): void {
  const { source, leadLines } = reading;
  const first = lineAt(source, start);
  if (lineBefore(source, start).trim() !== "") {
    return;
  }
  const last = lineAt(source, Math.max(start, end - 1));
  for (let line = first; line <= last; line += 1) {
    leadLines.add(line);
  }
}
