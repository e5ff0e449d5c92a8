// Cuts an outline into chunks: whole symbols where they fit, small neighbours together, long ones at the boundaries of
// their parts. The chunks tile the text: every line is in exactly one. Knows outlines and lengths, no language.
import type { ChunkDraft, ChunkKind, LineRange, SymbolDraft } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import { paragraphs } from "./plain.ts";
import { isBlankLine, lengthOf, type Source, textOf } from "./source.ts";

/** Lengths in characters. */
export interface ChunkSizes {
  /** A part that is longer is split; neighbours are merged up to here. */
  readonly target: number;
  /** A definition at least this long stands alone: merged with neighbours its meaning would blur. */
  readonly standalone: number;
  /** A piece shorter than this is merged even across the rules for neighbours. */
  readonly crumb: number;
}

/** One run of lines that will not be cut again. */
interface Item extends LineRange {
  readonly kind: ChunkKind;
  readonly path: string | null;
  readonly chars: number;
}

/** Where the chunker is: the split parts around it, and what their later pieces repeat. */
interface Scope {
  readonly kind: ChunkKind;
  readonly path: string | null;
  /** Heads of the split parts around, outermost first. */
  readonly heads: readonly LineRange[];
}

interface Cutting {
  readonly source: Source;
  readonly sizes: ChunkSizes;
  readonly chunks: ChunkDraft[];
}

export function cutChunks(source: Source, outline: Outline, sizes: ChunkSizes, kind: ChunkKind): ChunkDraft[] {
  if (source.text === "") {
    return [];
  }
  const cutting: Cutting = { source, sizes, chunks: [] };
  cut(cutting, outline.parts, { startLine: 1, endLine: source.lines.length }, { kind, path: null, heads: [] });
  return withDefinedNames(cutting.chunks, outline.symbols);
}

function cut(cutting: Cutting, parts: readonly Part[], within: LineRange, scope: Scope): void {
  const { source, sizes } = cutting;
  let group: Item[] = [];
  const flush = (): void => {
    for (const items of grouped(group, sizes)) {
      cutting.chunks.push(chunkOf(source, items, scope));
    }
    group = [];
  };
  for (const piece of tile(source, parts, within, scope)) {
    if (piece.chars <= sizes.target) {
      group.push(piece);
    } else if (piece.part === null || piece.startLine === piece.endLine) {
      group.push(...slices(source, piece, sizes));
    } else {
      flush();
      const { kind, path, head, parts: inner } = piece.part;
      const named = path !== null && kind !== "block";
      cut(cutting, inner, piece, {
        kind: named ? kind : scope.kind,
        path: path ?? scope.path,
        heads: named ? [...scope.heads, head] : scope.heads,
      });
    }
  }
  flush();
}

/** A part on the lines that are left for it, or the lines between parts (`part` null). */
interface Piece extends Item {
  readonly part: Part | null;
}

/** Lays parts and the lines between them side by side; blank lines and closing brackets join what stands before. */
function tile(source: Source, parts: readonly Part[], within: LineRange, scope: Scope): Piece[] {
  const pieces: Piece[] = [];
  let next = within.startLine;
  const add = (endLine: number, part: Part | null): void => {
    const before = pieces.at(-1);
    const range = { startLine: next, endLine };
    if (part === null && before !== undefined && isFiller(source, range)) {
      const grown = { startLine: before.startLine, endLine };
      pieces[pieces.length - 1] = { ...before, ...grown, chars: lengthOf(source, grown) };
    } else {
      const kind = part === null || part.kind === "block" ? scope.kind : part.kind;
      pieces.push({ ...range, kind, path: part?.path ?? scope.path, chars: lengthOf(source, range), part });
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

/** Lines without a letter or digit: blank, or closing what stands before. Only short runs are looked at. */
function isFiller(source: Source, range: LineRange): boolean {
  for (let line = range.startLine; line <= range.endLine; line += 1) {
    if (!isBlankLine(source, line) && !/^[\s)\]}>;,]{1,20}$|^\s*end[\s;.)]*$/.test(source.lines[line - 1] ?? "")) {
      return false;
    }
  }
  return true;
}

/** Cuts lines that no part describes at blank lines and indentation. */
function slices(source: Source, piece: Piece, sizes: ChunkSizes): Item[] {
  return paragraphs(source, piece, sizes.target).map((range) => ({
    ...range,
    kind: piece.kind,
    path: piece.path,
    chars: lengthOf(source, range),
  }));
}

/** Merges neighbours: crumbs always, small ones up to the target, imports only with imports. */
function grouped(items: readonly Item[], sizes: ChunkSizes): Item[][] {
  const total = items.reduce((sum, item) => sum + item.chars, 0);
  if (items.length > 0 && total <= sizes.target) {
    return [[...items]];
  }
  const groups: { items: Item[]; chars: number }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const chars = (last?.chars ?? 0) + item.chars;
    if (last !== undefined && chars <= sizes.target && mayJoin(last.items, last.chars, item, sizes)) {
      last.items.push(item);
      last.chars = chars;
    } else {
      groups.push({ items: [item], chars: item.chars });
    }
  }
  return groups.map((group) => group.items);
}

function mayJoin(group: readonly Item[], chars: number, item: Item, sizes: ChunkSizes): boolean {
  if (chars < sizes.crumb || item.chars < sizes.crumb) {
    return true;
  }
  const samePath = group.every((other) => other.path === item.path);
  if (samePath) {
    return true;
  }
  const mixesImports = (group[0]?.kind === "import") !== (item.kind === "import");
  const standsAlone = group.some((other) => other.chars >= sizes.standalone) || item.chars >= sizes.standalone;
  return !(mixesImports || standsAlone);
}

function chunkOf(source: Source, items: readonly Item[], scope: Scope): ChunkDraft {
  const startLine = items[0]?.startLine ?? 1;
  const endLine = items.at(-1)?.endLine ?? startLine;
  const kind = mainKind(items);
  const named = items.filter((item) => item.path !== null && item.path !== scope.path && item.kind === kind);
  const paths = new Set(named.map((item) => item.path));
  const symbol = paths.size === 1 || scope.path === null ? (named[0]?.path ?? scope.path) : scope.path;
  const lost = scope.heads.filter((head) => head.startLine < startLine);
  return {
    startLine,
    endLine,
    kind,
    symbol,
    context: lost.map((head) => textOf(source, head).trimEnd()).join("\n"),
    defines: [],
  };
}

/** The kind that has the most characters; the first of equals. */
function mainKind(items: readonly Item[]): ChunkKind {
  const chars = new Map<ChunkKind, number>();
  for (const item of items) {
    chars.set(item.kind, (chars.get(item.kind) ?? 0) + item.chars);
  }
  let main: ChunkKind = items[0]?.kind ?? "block";
  for (const [kind, count] of chars) {
    main = count > (chars.get(main) ?? 0) ? kind : main;
  }
  return main;
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
