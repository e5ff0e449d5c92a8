// Lays the definitions of a syntax tree on whole lines: leading comments join what they describe, and whatever is too long for
// one chunk gets parts of its own at the boundaries of its statements.
import type { ChunkKind, LineRange, SymbolDraft } from "../vocabulary/chunk.ts";
import { type Definition, type Definitions, readDefinitions } from "./definitions.ts";
import { headOf, type Outline, type Part } from "./outline.ts";
import { cutName, type LanguageProfile } from "./profile.ts";
import { isBlankLine, lengthOf, lineAt, lineText, type Source } from "./source.ts";
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "./syntax-tree.ts";

/** How deep statements are looked for in one long definition; what is deeper is cut as plain lines. */
const STATEMENT_DEPTH_MAX = 100;

interface Layout {
  readonly source: Source;
  readonly leadLines: ReadonlySet<number>;
  readonly symbols: SymbolDraft[];
  /** Definitions longer than this are looked into, in characters. */
  readonly longChars: number;
}

/** A tree, how to read it, and what it defines. */
export interface SyntaxReading {
  readonly tree: SyntaxTree;
  readonly profile: LanguageProfile;
  readonly definitions: Definitions;
}

export const readSyntaxTree = (tree: SyntaxTree, profile: LanguageProfile, source: Source): SyntaxReading => {
  return { tree, profile, definitions: readDefinitions(tree, profile, source) };
};

/**
 * `embedded`: trees of stretches inside, whose definitions become children of the definition of `main` that holds them. Symbols are
 * in the order of the definitions that they are made of, what encloses others before them.
 */
export function outlineSyntax(
  main: SyntaxReading,
  embedded: readonly SyntaxReading[],
  source: Source,
  longChars: number,
): Outline {
  const { tree, definitions } = main;
  const roots = [...definitions.roots];
  for (const inner of embedded) {
    const { start } = inner.definitions.roots[0] ?? { start: 0 };
    const host = hostOf(roots, start)?.children;
    const at = roots.findIndex((root) => root.start > start);
    host?.push(...inner.definitions.roots);
    roots.splice(at < 0 ? roots.length : at, 0, ...(host === undefined ? inner.definitions.roots : []));
  }
  const layout: Layout = { source, leadLines: leadLinesOf([main, ...embedded]), symbols: [], longChars };
  const whole = { startLine: 1, endLine: source.lines.length };
  const parts = layOut(layout, roots, whole, 0);
  return { parts: withStatements(layout, tree, ROOT, whole, parts), symbols: layout.symbols };
}

/** Lines (1-based) that belong to what follows them, in any of the trees of a text. */
export const leadLinesOf = (parts: readonly SyntaxReading[]): ReadonlySet<number> =>
  new Set(parts.flatMap(({ definitions }) => [...definitions.leadLines]));

/** The kind of a definition's symbol. */
const symbolKind = ({ kind, isTest }: Definition): ChunkKind =>
  isTest ? "test" : kind === "field" || kind === "member" ? "variable" : kind;

/** The innermost definition around an offset. */
function hostOf(definitions: readonly Definition[], offset: number): Definition | null {
  const host = definitions.find((definition) => definition.start <= offset && offset < definition.end) ?? null;
  return host === null ? null : (hostOf(host.children, offset) ?? host);
}

/** `outerLine`: of the name of what the definitions are in; it is above all that belongs to a definition below it. */
function layOut(layout: Layout, definitions: readonly Definition[], within: LineRange, outerLine: number): Part[] {
  const { source } = layout;
  const parts: Part[] = [];
  let floor = within.startLine;
  for (const definition of definitions) {
    const firstLine = lineAt(source, definition.start);
    const startLine = leadStart(layout, firstLine, firstLine > outerLine ? Math.max(floor, outerLine + 1) : floor);
    const endLine = endOf(layout, firstLine, lineAt(source, lastCharacter(source, definition)));
    const nameLine = lineAt(source, definition.nameOffset);
    const kind = symbolKind(definition);
    if (definition.listed && definition.name !== null && definition.path !== null) {
      const { path } = definition;
      const name = cutName(definition.name);
      layout.symbols.push({ name, path, kind, nameLine, startLine, endLine });
    }
    const range = { startLine, endLine };
    const inner = layOut(layout, definition.children, { startLine: firstLine, endLine }, nameLine);
    const body = withStatements(layout, definition.tree, definition.node, { startLine: nameLine + 1, endLine }, inner);
    const head = headOf(source, nameLine, endLine);
    parts.push({ ...range, kind, path: definition.path, head, parts: body });
    floor = Math.max(floor, endLine + 1);
  }
  return parts;
}

/** The last character that is not white space: some grammars end a node after its line. */
function lastCharacter(source: Source, definition: Definition): number {
  let at = definition.end - 1;
  while (at > definition.start && source.text.charAt(at).trim() === "") {
    at -= 1;
  }
  return at;
}

/** The last line except for comments at the end that are not indented further: they are about what follows (TOML). */
function endOf(layout: Layout, firstLine: number, lastLine: number): number {
  const { source, leadLines } = layout;
  const indent = indentOf(source, firstLine);
  let end = lastLine;
  while (end > firstLine && (isBlankLine(source, end) || (leadLines.has(end) && indentOf(source, end) <= indent))) {
    end -= 1;
  }
  return Math.max(firstLine, end);
}

const indentOf = (source: Source, line: number): number =>
  lineText(source, line).length - lineText(source, line).trimStart().length;

/** The first line of the comments and attributes directly above a line, not before `floor`. */
export function leadStart(
  { leadLines }: { readonly leadLines: ReadonlySet<number> },
  line: number,
  floor: number,
): number {
  let start = line;
  while (start > floor && leadLines.has(start - 1)) {
    start -= 1;
  }
  return start;
}

/** Adds nameless parts for the statements of a long range to the definitions in it. */
function withStatements(
  layout: Layout,
  tree: SyntaxTree,
  node: NodeAt,
  within: LineRange,
  taken: readonly Part[],
): readonly Part[] {
  if (within.endLine < within.startLine || lengthOf(layout.source, within) <= layout.longChars) {
    return taken;
  }
  const statements: Part[] = [];
  collectStatements(layout, tree, node, within, taken, statements, 0);
  return [...taken, ...statements].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
}

function collectStatements(
  layout: Layout,
  tree: SyntaxTree,
  node: NodeAt,
  within: LineRange,
  taken: readonly Part[],
  statements: Part[],
  depth: number,
): void {
  const { source } = layout;
  let floor = within.startLine;
  // Most nodes of a long definition are looked at here: a list of children for each would be a large part of all garbage.
  for (let child = tree.firstChild(node); child !== NO_NODE; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child)) {
      continue;
    }
    const firstLine = lineAt(source, tree.start(child));
    const endLine = Math.max(firstLine, lineAt(source, tree.end(child) - 1));
    const range = { startLine: Math.max(firstLine, floor), endLine: Math.min(endLine, within.endLine) };
    if (range.endLine < range.startLine || layout.leadLines.has(firstLine)) {
      continue;
    }
    const covered = overlapping(taken, range);
    const isOpen = covered !== null || lengthOf(source, range) > layout.longChars;
    if (isOpen && endLine > firstLine && depth < STATEMENT_DEPTH_MAX) {
      collectStatements(layout, tree, child, range, taken, statements, depth + 1);
    } else if (covered === null) {
      const startLine = leadStart(layout, range.startLine, floor);
      const head = { startLine: range.startLine, endLine: range.startLine };
      statements.push({ startLine, endLine: range.endLine, kind: "block", path: null, head, parts: [] });
    }
    floor = Math.max(floor, range.endLine + 1);
  }
}

/** Some part that shares a line with the range, by binary search; parts are in order and do not overlap. */
function overlapping(parts: readonly Part[], range: LineRange): Part | null {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.endLine ?? 0) < range.startLine) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const part = parts[low];
  return part !== undefined && part.startLine <= range.endLine ? part : null;
}
