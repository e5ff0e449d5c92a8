// Where the symbols of a text stand, to the character: an outline has whole lines, and an edit must leave the rest of them alone.
import type { ParseState, SymbolDraft } from "../vocabulary/chunk.ts";
import { attributesBefore } from "./attributes.ts";
import { bodyStartOf } from "./body-start.ts";
import type { Definition } from "./definitions.ts";
import { lineAt, lineText, type Source } from "./source.ts";
import { leadLinesOf, leadStart, type SyntaxReading } from "./syntax-outline.ts";

/**
 * All offsets: 0-based, in UTF-16 units, end exclusive. `leadStart <= start <= bodyStart <= end`,
 * `leadStart <= attributesStart <= headStart <= end`.
 */
export interface SymbolSpan extends SymbolDraft {
  /** Where its comments and attributes begin that stand directly above; `start` where there are none. */
  readonly leadStart: number;
  /** Of the definition with what is written around it: `export`, decorators, `const … ;`. */
  readonly start: number;
  /** Of the first attribute, annotation or decorator above it or within it; `start` where it has none. */
  readonly attributesStart: number;
  /** Behind the last of them; `start` where it has none. */
  readonly headStart: number;
  /** Without white space, and without a `;` or `,` that only separates it from what follows, or stands before it on its line. */
  readonly end: number;
  readonly nameStart: number;
  /** `nameStart` where the name is not written there: a nameless default export, a destructured one. */
  readonly nameEnd: number;
  /** `end` where it has no body. */
  readonly bodyStart: number;
  /** Position in the list of the symbol around it; null at the top. */
  readonly parent: number | null;
  /**
   * Why it cannot be cut out: it is declared in one statement with others (`let a = 1, b = 2`), its end is only estimated, or what else
   * is on its lines was not parsed. Null where it can.
   */
  readonly inseparable: string | null;
}

export interface TextSpans {
  readonly language: string | null;
  readonly parse: ParseState;
  /** In the order of the outline's symbols: what encloses others before them. */
  readonly symbols: readonly SymbolSpan[];
  /** Lines (1-based, ascending) that begin inside a text whose white space counts, such as a template: indenting them changes it. */
  readonly verbatimLines: readonly number[];
}

interface Listed {
  readonly definition: Definition;
  readonly parent: number | null;
  /** The definition before it in the same one, and the one after. */
  readonly before: Definition | undefined;
  readonly next: Definition | undefined;
  readonly outer: Definition | null;
  /** Largest `wrapperEnd` of the definitions before it in the same one. */
  readonly wrappedUntil: number;
}

/** `symbols`: those of the outline of the same trees, in its order. */
export function spansOfSyntax(
  main: SyntaxReading,
  embedded: readonly SyntaxReading[],
  symbols: readonly SymbolDraft[],
  source: Source,
): Pick<TextSpans, "symbols" | "verbatimLines"> {
  const leadLines = leadLinesOf([main, ...embedded]);
  const listed: Listed[] = [];
  const collect = (siblings: readonly Definition[], parent: number | null, outer: Definition | null): void => {
    let wrappedUntil = 0;
    for (const [place, definition] of siblings.entries()) {
      const isSymbol = definition.listed && definition.name !== null && definition.path !== null;
      const [before, next] = [siblings[place - 1], siblings[place + 1]];
      const at = isSymbol ? listed.push({ definition, parent, before, next, outer, wrappedUntil }) - 1 : parent;
      collect(definition.children, at, definition);
      wrappedUntil = definition.isEstimated ? wrappedUntil : Math.max(wrappedUntil, definition.wrapperEnd);
    }
  };
  collect(main.definitions.roots, null, null);
  const scene = { source, leadLines, unparsed: unparsedOf([main, ...embedded]) };
  const spans = symbols.flatMap((symbol, at) => {
    const one = listed[at];
    return one === undefined ? [] : [spanOf(symbol, one, scene)];
  });
  return { symbols: spans, verbatimLines: verbatimLinesOf([main, ...embedded], source) };
}

function verbatimLinesOf(parts: readonly SyntaxReading[], source: Source): number[] {
  const lines = new Set<number>();
  for (const { tree, profile } of parts) {
    const { verbatim = {} } = profile;
    for (let node = 0; node < tree.count; node += 1) {
      const isVerbatim = verbatim[tree.type(node)];
      if (isVerbatim?.(tree, node) === true) {
        const last = lineAt(source, Math.max(tree.start(node), tree.end(node) - 1));
        for (let line = lineAt(source, tree.start(node)) + 1; line <= last; line += 1) {
          lines.add(line);
        }
      }
    }
  }
  return [...lines].sort((a, b) => a - b);
}

interface SpanScene {
  readonly source: Source;
  readonly leadLines: ReadonlySet<number>;
  /** What the parser could make nothing of. */
  readonly unparsed: readonly Range[];
}

const unparsedOf = (parts: readonly SyntaxReading[]): Range[] =>
  parts.flatMap(({ tree }) => {
    const nodes = Array.from({ length: tree.count }, (_, node) => node).filter((node) => tree.type(node) === "ERROR");
    return nodes
      .map((node) => ({ start: tree.start(node), end: tree.end(node) }))
      .filter(({ start, end }) => start < end);
  });

/** Whether the first line has something before the range, or the last one behind it, that was not parsed: `EXPORT(A) struct S {}`. */
function touchesUnparsed({ start, end }: Range, { source, unparsed }: SpanScene): boolean {
  const [first, last] = [lineAt(source, start), lineAt(source, end - 1)];
  return unparsed.some(
    (one) =>
      (one.end <= start && lineAt(source, one.end - 1) === first) ||
      (one.start >= end && lineAt(source, one.start) === last),
  );
}

function spanOf(symbol: SymbolDraft, listed: Listed, scene: SpanScene): SymbolSpan {
  const { source, leadLines } = scene;
  const { definition, parent } = listed;
  const own = ownRange(symbol, definition, source);
  const shares = sharesWrapper(listed);
  const outer = wrapperRange(definition, own, source);
  const { start, end } = shares || holdsLines(own, outer, source) ? own : outer;
  const lead = leadOf(start, listed, leadLines, source);
  const attributes = attributesBefore(definition.tree, definition.node, lead, start);
  const { name } = symbol;
  const written = Math.min(Math.max(definition.nameOffset, start), end);
  // A key in quotes is named by what is between them.
  const nameStart = source.text.startsWith(name, written)
    ? written
    : source.text.startsWith(name, written + 1)
      ? written + 1
      : written;
  return {
    ...symbol,
    leadStart: lead,
    start,
    attributesStart: Math.min(attributes.first, end),
    headStart: Math.min(attributes.head, end),
    end,
    nameStart,
    nameEnd: source.text.startsWith(name, nameStart) ? nameStart + name.length : nameStart,
    bodyStart: Math.min(end, Math.max(start, bodyStartOf(definition, source))),
    parent,
    inseparable: definition.isEstimated
      ? "it is inside a macro, where its end is only estimated"
      : shares && !standsAlone(start, end, source)
        ? "it is declared in one statement with others"
        : touchesUnparsed({ start, end }, scene)
          ? "what else is on its lines was not parsed"
          : null,
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Of the definition's own node, up to the last line that the outline has of it. */
function ownRange(
  { endLine }: SymbolDraft,
  { tree, node, start, end, isEstimated }: Definition,
  source: Source,
): Range {
  const from = isEstimated ? start + indentOf(source.text.slice(start, end)) : tree.start(node);
  const last = lineAt(source, Math.max(from, end - 1));
  const cut = last > endLine ? (source.starts[endLine] ?? end) : end;
  return { start: from, end: trimmedEnd(source.text, from, Math.min(cut, end)) };
}

function wrapperRange({ tree, node, start, wrapperEnd, isEstimated }: Definition, own: Range, { text }: Source): Range {
  const isWrapped = !isEstimated && (start < own.start || wrapperEnd > tree.end(node));
  return isWrapped ? { start, end: Math.max(own.end, trimmedEnd(text, start, wrapperEnd)) } : own;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && text.charAt(at - 1).trim() === "") {
    at -= 1;
  }
  return beginsNextLine(text, at - 1) ? trimmedEnd(text, start, at - 1) : at;
}

/** Whether a `;` stands before what follows on its line, as code without semicolons writes it: `;[a, b].forEach(…)`. */
function beginsNextLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  return (
    text.charAt(at) === ";" && /[\r\n][^\S\r\n]*$/.test(before) && /^[^\S\r\n]*\S/.test(text.slice(at + 1, at + 200))
  );
}

/** Whether a wrapper has its brackets on other lines than what it holds: `const (`, `)`. */
const holdsLines = (own: Range, outer: Range, source: Source): boolean =>
  lineAt(source, outer.start) < lineAt(source, own.start) &&
  lineAt(source, outer.end - 1) > lineAt(source, own.end - 1);

function sharesWrapper({ definition, next, wrappedUntil }: Listed): boolean {
  const isFollowed = next !== undefined && next.start < definition.wrapperEnd;
  return !definition.isEstimated && (definition.start < wrappedUntil || isFollowed);
}

/** Whether nothing else is on its lines, and no comma joins it to its neighbours. */
function standsAlone(start: number, end: number, { text }: Source): boolean {
  const before = text.slice(Math.max(0, start - 1_000), start);
  const after = text.slice(end, end + 1_000);
  return /(?:^|[\r\n])[^\S\r\n]*$/.test(before) && !/,\s*$/.test(before) && !/^\s*,/.test(after);
}

/** Where the comments and attributes of a definition begin that stand above it, or before it on its line. */
function leadOf(
  start: number,
  { definition, before, outer }: Listed,
  leadLines: ReadonlySet<number>,
  source: Source,
): number {
  const line = lineAt(source, start);
  const around = outer === null ? 0 : lineAt(source, outer.start);
  const wrapper = definition.start < start ? lineAt(source, definition.start) : 0;
  const taken = before === undefined ? 0 : lineAt(source, Math.max(before.start, before.end - 1));
  const floor = Math.max(around, wrapper, Math.min(taken, line)) + 1;
  const first = floor > line ? line : leadStart({ leadLines }, line, floor);
  const blank = indentOf(lineText(source, first));
  const lineStart = (source.starts[first - 1] ?? 0) + blank;
  const isFirstOnLine = first < line || (floor <= line && leadLines.has(line));
  return isFirstOnLine ? Math.min(start, lineStart) : start;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** By whole lines, where no grammar reads the text: headings, statements. */
export function spansOfLines(
  symbols: readonly SymbolDraft[],
  source: Source,
): Pick<TextSpans, "symbols" | "verbatimLines"> {
  const open: { readonly at: number; readonly endLine: number }[] = [];
  const spans = symbols.map((symbol, at): SymbolSpan => {
    while ((open.at(-1)?.endLine ?? Number.POSITIVE_INFINITY) < symbol.endLine) {
      open.pop();
    }
    const parent = open.at(-1)?.at ?? null;
    open.push({ at, endLine: symbol.endLine });
    const first = lineText(source, symbol.startLine);
    const start = (source.starts[symbol.startLine - 1] ?? 0) + indentOf(first);
    const end = trimmedEnd(source.text, start, source.starts[symbol.endLine] ?? source.text.length);
    const named = source.text.indexOf(symbol.name, source.starts[symbol.nameLine - 1] ?? start);
    const nameStart = named >= start && named < end ? named : start;
    const nameEnd = nameStart === named ? named + symbol.name.length : nameStart;
    const body = Math.min(end, source.starts[symbol.nameLine] ?? end);
    return {
      ...symbol,
      leadStart: start,
      start,
      attributesStart: start,
      headStart: start,
      end,
      nameStart,
      nameEnd,
      bodyStart: Math.max(body, start),
      parent,
      inseparable: null,
    };
  });
  return { symbols: spans, verbatimLines: [] };
}
