// Cuts an outline into chunks: whole symbols where they fit, small neighbours together, long ones at the boundaries of their
// parts. The chunks tile the text: every line is in exactly one, but for those that the outline hides.
import type { ChunkDraft, ChunkKind, LineRange, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import { paragraphs } from "./plain.ts";
import { isBlankLine, lengthOf, type Source, textOf } from "./source.ts";

/** Lengths in characters. */
export interface ChunkSizes {
  /** Neighbours are merged and nameless text is sliced up to here; a class, section or test that is longer is split. */
  readonly target: number;
  /** A function, type or variable stays whole up to here. */
  readonly whole: number;
  /** A definition at least this long is a chunk of its own: merged with neighbours its meaning would blur. */
  readonly standalone: number;
  /** A piece shorter than this is merged even across the rules for neighbours. */
  readonly crumb: number;
}

/** Measured against what the embedding model reads of a chunk: docs/inside/adding-a-language.md, "Sizes". */
export const CHUNK_SIZES: ChunkSizes = { target: 1000, whole: 1500, standalone: 400, crumb: 120 };

/** One run of lines that will not be cut again. */
interface Item extends LineRange {
  readonly kind: ChunkKind;
  readonly path: string | null;
  readonly chars: number;
  readonly scope: Scope;
}

/** The split part that an item is in. */
interface Scope {
  readonly kind: ChunkKind;
  readonly path: string | null;
  /** Heads of the enclosing split parts, outermost first, the scope's own last; empty at the top. */
  readonly heads: readonly LineRange[];
}

interface Cutting {
  readonly source: Source;
  readonly sizes: ChunkSizes;
  readonly items: Item[];
}

/** `kind` is what lines are that no part describes. An empty text has no chunks. */
export function cutChunks(source: Source, outline: Outline, sizes: ChunkSizes, kind: ChunkKind): ChunkDraft[] {
  if (source.text === "") {
    return [];
  }
  const chunks = shownLines(source, outline.hidden ?? []).flatMap((shown) => {
    const cutting: Cutting = { source, sizes, items: [] };
    cut(cutting, outline.parts, shown, { kind, path: null, heads: [] });
    return grouped(cutting.items, sizes).map((items) => chunkOf(source, items));
  });
  return withDefinedNames(chunks, outline.symbols);
}

/** Lists what fits a chunk, in order of lines; what does not is cut into its parts, or else at blank lines. */
function cut(cutting: Cutting, parts: readonly Part[], within: LineRange, scope: Scope): void {
  const { source, sizes, items } = cutting;
  for (const piece of tile(source, parts, within, scope)) {
    if (piece.chars <= limitOf(piece, sizes)) {
      items.push(piece);
    } else if (piece.part === null || piece.part.parts.length === 0) {
      items.push(...slices(source, piece, sizes));
    } else {
      cut(cutting, piece.part.parts, piece, scopeOf(piece.part, scope));
    }
  }
}

const LEAVES: ReadonlySet<ChunkKind> = new Set(["function", "method", "type", "variable", "interface", "enum"]);

const limitOf = ({ part, kind }: Piece, sizes: ChunkSizes): number =>
  part !== null && part.path !== null && LEAVES.has(kind) ? sizes.whole : sizes.target;

function scopeOf(part: Part, enclosing: Scope): Scope {
  if (part.path === null || part.kind === "block") {
    return enclosing;
  }
  return { kind: part.kind, path: part.path, heads: [...enclosing.heads, part.head] };
}

/** A part on the lines that are left for it, or the lines between parts (`part` null). */
interface Piece extends Item {
  readonly part: Part | null;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Lays parts and the lines between them side by side; blank lines and closing brackets join what is before. */
function tile(source: Source, parts: readonly Part[], within: LineRange, scope: Scope): Piece[] {
  const pieces: Mutable<Piece>[] = [];
  let next = within.startLine;
  const add = (endLine: number, part: Part | null): void => {
    const before = pieces.at(-1);
    const range = { startLine: next, endLine };
    if (part === null && before !== undefined && isFiller(source, range)) {
      before.endLine = endLine;
      before.chars = lengthOf(source, before);
    } else {
      const kind = part === null || part.kind === "block" ? scope.kind : part.kind;
      const path = part?.path ?? scope.path;
      pieces.push({ startLine: next, endLine, kind, path, chars: lengthOf(source, range), scope, part });
    }
    next = endLine + 1;
  };
  for (const part of parts) {
    if (part.endLine < next || part.startLine > within.endLine) {
      continue;
    }
    if (part.startLine > next) {
      const isLeadingBlank = pieces.length === 0 && isFiller(source, { startLine: next, endLine: part.startLine - 1 });
      if (!isLeadingBlank) {
        add(part.startLine - 1, null);
      }
    }
    add(Math.min(part.endLine, within.endLine), part);
  }
  if (next <= within.endLine) {
    add(within.endLine, null);
  }
  return pieces;
}

/** Lines without a letter or digit: blank, or closing what is before. Only short runs are looked at. */
function isFiller(source: Source, range: LineRange): boolean {
  for (let line = range.startLine; line <= range.endLine; line += 1) {
    if (!isBlankLine(source, line) && !/^[\s)\]}>;,]{1,20}$|^\s*end[\s;.)]*$/.test(source.lines[line - 1] ?? "")) {
      return false;
    }
  }
  return true;
}

/** Cuts a long run without parts at blank lines and indentation; its later slices repeat its head. */
function slices(source: Source, piece: Piece, sizes: ChunkSizes): Item[] {
  const scope = piece.part === null ? piece.scope : scopeOf(piece.part, piece.scope);
  return paragraphs(source, piece, sizes.target).map((range) => ({
    ...range,
    kind: piece.kind,
    path: piece.path,
    chars: lengthOf(source, range),
    scope,
  }));
}

/** The lines between those that no chunk has. */
function shownLines(source: Source, hidden: readonly LineRange[]): LineRange[] {
  const starts = [1, ...hidden.map(({ endLine }) => endLine + 1)];
  const ends = [...hidden.map(({ startLine }) => startLine - 1), source.lines.length];
  return starts
    .map((startLine, index) => ({ startLine, endLine: ends[index] ?? startLine }))
    .filter(({ startLine, endLine }) => startLine <= endLine);
}

/** Merges neighbours: a text that fits is one chunk, crumbs join any neighbour, small items join those of the same scope. */
function grouped(items: readonly Item[], sizes: ChunkSizes): Item[][] {
  if (items.length > 0 && items.reduce((sum, item) => sum + item.chars, 0) <= sizes.target) {
    return [[...items]];
  }
  const groups: { items: Item[]; chars: number }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && mayJoin(last.items, last.chars, item, sizes)) {
      last.items.push(item);
      last.chars += item.chars;
    } else {
      groups.push({ items: [item], chars: item.chars });
    }
  }
  return groups.map((group) => group.items);
}

function mayJoin(group: readonly Item[], chars: number, item: Item, sizes: ChunkSizes): boolean {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) {
    return false;
  }
  const both = chars + item.chars;
  const withCrumbs = Math.max(sizes.target, Math.min(sizes.whole, first.chars)) + sizes.crumb;
  const goesDeeper = item.scope.heads.length > last.scope.heads.length;
  const comesBack = item.scope.heads.length < first.scope.heads.length;
  const isNameless = item.path === item.scope.path;
  // A crumb before a deeper scope introduces it; nameless lines after it close it. Other scopes are not merged.
  if ((chars < sizes.crumb && goesDeeper) || (item.chars < sizes.crumb && comesBack && isNameless)) {
    return both <= withCrumbs;
  }
  if (comesBack || last.scope.path !== item.scope.path) {
    return false;
  }
  if (chars < sizes.crumb || item.chars < sizes.crumb) {
    return both <= withCrumbs;
  }
  const isHead = chars < sizes.standalone && group.every((other) => other.path === other.scope.path);
  if (last.path === item.path || (isHead && item.scope.path !== null)) {
    return both <= sizes.target;
  }
  const mixesImports = (first.kind === "import") !== (item.kind === "import");
  const standsAlone = item.chars >= sizes.standalone || group.some((other) => other.chars >= sizes.standalone);
  return both <= sizes.target && !(mixesImports || standsAlone);
}

function chunkOf(source: Source, items: readonly Item[]): ChunkDraft {
  const startLine = items[0]?.startLine ?? 1;
  const endLine = items.at(-1)?.endLine ?? startLine;
  const { scope } = items.reduce((largest, item) => (item.chars > largest.chars ? item : largest));
  const context = scope.heads
    .filter((head) => head.startLine < startLine)
    .map((head) => textOf(source, head).trimEnd())
    .join("\n");
  return { startLine, endLine, ...titleOf(items, scope, { startLine, endLine }), context, defines: [] };
}

/** Share of a chunk from which one symbol names it. */
const DOMINANT = 0.75;

/** Kind and symbol: of the symbol that fills the chunk; else of the split part whose head it contains; else of its main kind. */
function titleOf(items: readonly Item[], scope: Scope, range: LineRange): Pick<ChunkDraft, "kind" | "symbol"> {
  const named = items.filter((item) => item.path !== null && item.path !== scope.path);
  const chars = items.reduce((sum, item) => sum + item.chars, 0);
  const dominant = named.find((item) => item.chars >= DOMINANT * chars);
  if (dominant !== undefined) {
    return { kind: dominant.kind, symbol: dominant.path };
  }
  const head = scope.heads.at(-1);
  if (head !== undefined && head.startLine >= range.startLine && head.startLine <= range.endLine) {
    return { kind: scope.kind, symbol: scope.path };
  }
  const kind = mainKind(items);
  const paths = new Set(named.filter((item) => item.kind === kind).map((item) => item.path));
  const [first = null] = paths;
  return { kind, symbol: paths.size <= 1 || scope.path === null ? (first ?? scope.path) : scope.path };
}

/** The kind that has the most characters, the first of equals; imports, then lines that no part describes, count when alone. */
function mainKind(items: readonly Item[]): ChunkKind {
  const described = items.filter((item) => item.kind !== item.scope.kind);
  const defined = described.filter((item) => item.kind !== "import");
  const chars = new Map<ChunkKind, number>();
  for (const item of [defined, described, items].find((some) => some.length > 0) ?? []) {
    chars.set(item.kind, (chars.get(item.kind) ?? 0) + item.chars);
  }
  const [most] = [...chars].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? "block";
}

/** Gives each chunk the names of the symbols whose name line is in it. */
function withDefinedNames(chunks: readonly ChunkDraft[], symbols: readonly SymbolDraft[]): ChunkDraft[] {
  const byLine = symbols.toSorted((a, b) => a.nameLine - b.nameLine);
  let next = 0;
  return chunks.map((chunk) => {
    const names = new Set<string>();
    for (let symbol = byLine[next]; symbol !== undefined && symbol.nameLine <= chunk.endLine; symbol = byLine[next]) {
      names.add(symbol.name);
      next += 1;
    }
    return { ...chunk, defines: [...names] };
  });
}
