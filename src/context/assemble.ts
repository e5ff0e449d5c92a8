// Orders the pieces that were gathered, and puts the first of them together as they are read: by file, what is used before what uses it, each
// symbol with its signature. Pure.
import type { SymbolRecord } from "../index/snapshot.ts";
import type { Intent, Named } from "../intelligence/ask/parts.ts";
import { importStatements, importsUsed } from "../search/answer/source-context.ts";
import { containsRange, type LineRange } from "../vocabulary/chunk.ts";
import { lineAt, linesOf, type NumberedLine } from "../vocabulary/text.ts";
import { PRIORITIES, type Priority } from "./budget.ts";
import type { Link } from "./evidence.ts";
import type { Gathered, WeighedFile } from "./gather.ts";
import type { NamedLinks } from "./links.ts";
import type { Piece } from "./pieces.ts";

/** From this worth on. The tenth piece of a task has .12, the fortieth .035 (medians of 76 tasks). */
const HIGH_FROM = 0.06;
const MEDIUM_FROM = 0.02;
/** Less is not shown even where there is room: one line in 250 of such a piece is expected to be necessary. */
const SHOWN_FROM = 0.004;

/** A piece that may be shown. */
export interface Candidate {
  readonly file: WeighedFile;
  /** By place in `file.pieces`. */
  readonly at: number;
  readonly priority: Priority;
  readonly worth: number;
}

/** What is shown of one symbol of one file. */
export interface Item {
  readonly path: string;
  /** Readable path of the symbol; null outside of symbols. */
  readonly symbol: string | null;
  readonly priority: Priority;
  readonly why: string;
  /** The line of its signature, where the stretches do not have it. */
  readonly signature: NumberedLine | null;
  /** In order of lines, not adjacent. */
  readonly stretches: readonly Stretch[];
}

export interface Stretch extends LineRange {
  readonly source: string;
}

export interface ItemsOfFile {
  readonly path: string;
  readonly language: string | null;
  readonly contentHash: string;
  /** Import lines that the stretches use and do not have. */
  readonly imports: readonly NumberedLine[];
  readonly items: readonly Item[];
}

/** Lines of a file that a reader has already. */
export type IsKnown = (file: WeighedFile, range: LineRange) => boolean;

export interface Ordered {
  /** Those first that are shown first. */
  readonly candidates: readonly Candidate[];
  /** What the reader has already, of what would be shown first. */
  readonly known: readonly (LineRange & { readonly file: WeighedFile })[];
}

/** `isFollowUp`: only what is named or likely, since the reader has had an answer and can ask again. */
export function orderPieces(
  { files, named, namedLinks, decomposition, focused }: Gathered,
  isKnown: IsKnown,
  isFollowUp: boolean,
): Ordered {
  const focusedFiles = filesOf(focused);
  const namedFiles = filesOf(decomposition.subTasks.flatMap(({ names }) => names));
  const isOfNamedFile = ({ file: { document } }: Candidate): boolean =>
    focusedFiles.has(document.path) || namedFiles.has(document.path);
  const all = files.flatMap((file) => {
    const ranges = named.filter(({ document }) => document === file.document.id);
    const best = focusedFiles.has(file.document.path) ? likeliestOf(file) : null;
    return file.pieces.map((piece, at): Candidate => {
      const isNamed = ranges.some((range) => containsRange(range, piece));
      const isLinked = linkedName(namedLinks, file, piece) !== null;
      const isFocused = focusedFiles.has(file.document.path);
      const least = isFocused || (isLinked && file.side === null) ? MEDIUM_FROM : isLinked ? SHOWN_FROM : 0;
      const worth = Math.max(least, file.worths[at] ?? 0);
      const priority =
        isNamed || at === best ? "critical" : worth >= HIGH_FROM ? "high" : worth >= MEDIUM_FROM ? "medium" : "low";
      return { file, at, priority, worth };
    });
  });
  // The sort is stable: equal ones stand in the order of files and lines.
  const ordered = all
    .filter(({ priority, worth }) => priority !== "low" || worth >= SHOWN_FROM)
    .filter(({ priority, file, at }) => priority === "critical" || hasWords(file, at))
    .filter((one) => !isFollowUp || one.priority === "critical" || one.priority === "high" || isOfNamedFile(one))
    .sort((a, b) => Number(b.priority === "critical") - Number(a.priority === "critical") || b.worth - a.worth);
  const isNew = ({ file, at }: Candidate): boolean => {
    const piece = file.pieces[at];
    return piece === undefined || !isKnown(file, piece);
  };
  const known = ordered.filter((one) => (one.priority !== "low" || isOfNamedFile(one)) && !isNew(one));
  return { candidates: ordered.filter(isNew), known: known.flatMap(rangeOf) };
}

/** By place in `pieces`; null where no piece has words. */
function likeliestOf(file: WeighedFile): number | null {
  const places = [...file.pieces.keys()].filter((at) => hasWords(file, at));
  const worthOf = (at: number): number => file.worths[at] ?? 0;
  return places.length === 0 ? null : places.reduce((best, at) => (worthOf(at) > worthOf(best) ? at : best));
}

const isFile = (resolution: Named["resolution"], path: string): boolean =>
  resolution.kind === "file" && resolution.path === path;

const filesOf = (names: readonly Named[]): ReadonlySet<string> =>
  new Set(names.flatMap(({ resolution }) => (resolution.kind === "file" ? [resolution.path] : [])));

/** Brackets that close something show nothing by themselves. */
const hasWords = ({ pieces, lines }: WeighedFile, at: number): boolean =>
  lines.slice((pieces[at]?.startLine ?? 1) - 1, pieces[at]?.endLine ?? 0).some((line) => /[\p{L}\p{N}]/u.test(line));

function rangeOf({ file, at }: Candidate): (LineRange & { readonly file: WeighedFile })[] {
  const piece = file.pieces[at];
  return piece === undefined ? [] : [{ file, startLine: piece.startLine, endLine: piece.endLine }];
}

/** The chosen pieces as files, what is used before what uses it, tests last. */
export function assemble(gathered: Gathered, chosen: readonly Candidate[]): ItemsOfFile[] {
  const byFile = new Map<WeighedFile, Candidate[]>();
  for (const one of chosen) {
    byFile.set(one.file, [...(byFile.get(one.file) ?? []), one]);
  }
  return inOrderOfUse([...byFile.keys()], gathered.links).map((file) =>
    itemsOf(gathered, file, byFile.get(file) ?? []),
  );
}

/** The likeliest first, each after those that it refers to; tests last. `files`: likeliest first. */
function inOrderOfUse(files: readonly WeighedFile[], links: readonly Link[]): WeighedFile[] {
  const shown = new Map(files.map((file) => [file.document.path, file]));
  const uses = new Map<string, Set<WeighedFile>>();
  for (const { from, to } of links) {
    const used = shown.get(to.document.path);
    if (used !== undefined && from.document.path !== to.document.path) {
      uses.set(from.document.path, (uses.get(from.document.path) ?? new Set<WeighedFile>()).add(used));
    }
  }
  const ordered = new Set<WeighedFile>();
  const begun = new Set<WeighedFile>();
  const visit = (file: WeighedFile): void => {
    // A file that is begun refers to itself by others.
    if (begun.has(file)) {
      return;
    }
    begun.add(file);
    for (const used of uses.get(file.document.path) ?? []) {
      visit(used);
    }
    ordered.add(file);
  };
  files.forEach(visit);
  return [...ordered].sort((a, b) => Number(a.side === "test") - Number(b.side === "test"));
}

function itemsOf(gathered: Gathered, file: WeighedFile, chosen: readonly Candidate[]): ItemsOfFile {
  const sorted = [...chosen].sort((a, b) => a.at - b.at);
  const bySymbol = new Map<SymbolRecord | null, Candidate[]>();
  for (const one of sorted) {
    const symbol = file.pieces[one.at]?.symbol ?? null;
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), one]);
  }
  const items = [...bySymbol].map(([symbol, pieces]) => itemOf(gathered, file, symbol, sorted, pieces));
  const ranges = items.flatMap(({ stretches }) => stretches);
  return {
    path: file.document.path,
    language: file.document.language,
    contentHash: file.document.contentHash,
    imports: WRITING.has(gathered.decomposition.intent) ? importsOf(file, ranges) : [],
    items,
  };
}

const IMPORTS_MAX = 4;
/** To write code in a file, one needs to see what it imports; to read it, hardly. */
const WRITING: ReadonlySet<Intent> = new Set(["fix", "add", "refactor", "test"]);

function importsOf({ source, document, side }: WeighedFile, ranges: readonly LineRange[]): NumberedLine[] {
  if (side !== null) {
    return [];
  }
  const statements = importStatements(source, document.language, Math.max(...ranges.map(({ startLine }) => startLine)));
  const used = new Map(
    ranges.flatMap((range) => importsUsed(statements, source, range)).map((line) => [line.line, line]),
  );
  return [...used.values()]
    .filter(({ line }) => !ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine))
    .sort((a, b) => a.line - b.line)
    .slice(0, IMPORTS_MAX);
}

function itemOf(
  gathered: Gathered,
  file: WeighedFile,
  symbol: SymbolRecord | null,
  all: readonly Candidate[],
  chosen: readonly Candidate[],
): Item {
  const [first = null] = [...chosen].sort(
    (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || b.worth - a.worth,
  );
  const stretches = stretchesOf(file, chosen, all);
  const isHead = (line: number): boolean =>
    stretches.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return {
    path: file.document.path,
    symbol: symbol?.path ?? null,
    priority: first?.priority ?? "low",
    why: first === null ? "" : reasonFor(gathered, first),
    signature:
      symbol === null || isHead(symbol.nameLine)
        ? null
        : { line: symbol.nameLine, text: lineAt(file.source, symbol.nameLine).trim() },
    stretches,
  };
}

/** Lines between two pieces that are shown with them: blank ones, or so few that a heading would cost as much. */
const GAP_MAX = 1;

/** `all`: of the file; what another symbol shows of a gap is not shown twice. */
function stretchesOf(
  { source, pieces, lines }: WeighedFile,
  chosen: readonly Candidate[],
  all: readonly Candidate[],
): Stretch[] {
  const isShown = (line: number): boolean =>
    all.some(({ at }) => {
      const piece = pieces[at];
      return piece !== undefined && piece.startLine <= line && line <= piece.endLine;
    });
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const { at } of chosen) {
    const piece = pieces[at];
    const last = ranges.at(-1);
    if (piece === undefined) {
      continue;
    }
    const between = last === undefined ? [] : lines.slice(last.endLine, piece.startLine - 1);
    const isBlank = between.every((line) => line.trim() === "");
    if (last !== undefined && (isBlank || (between.length <= GAP_MAX && !isShown(piece.startLine - 1)))) {
      last.endLine = piece.endLine;
    } else {
      ranges.push({ startLine: piece.startLine, endLine: piece.endLine });
    }
  }
  return ranges.map((range) => ({ ...range, source: linesOf(source, range.startLine, range.endLine) }));
}

const WORDS_NAMED = 3;

/** `uses X` or `used by X`, of what the task names; null for a piece that is not linked with it. */
function linkedName({ uses, usedBy }: NamedLinks, { document }: WeighedFile, piece: Piece): string | null {
  for (let line = piece.startLine; line <= piece.endLine; line++) {
    const used = uses.get(document.path)?.get(line);
    if (used !== undefined) {
      return `uses ${used}`;
    }
  }
  const user = piece.symbol === null ? undefined : usedBy.get(piece.symbol);
  return user === undefined ? null : `used by ${user}`;
}

/** In words: what the task says of it, else what it is linked with, else its words. */
function reasonFor(gathered: Gathered, { file, at, priority }: Candidate): string {
  const piece = file.pieces[at];
  if (piece === undefined) {
    return "";
  }
  const range = gathered.named.find(
    ({ document, ...one }) => document === file.document.id && containsRange(one, piece),
  );
  const named = range ?? gathered.focused.find(({ resolution }) => isFile(resolution, file.document.path));
  if (priority === "critical" && named !== undefined) {
    return named.why;
  }
  const linked = linkedName(gathered.namedLinks, file, piece);
  if (linked !== null) {
    return linked;
  }
  // A name is several terms.
  const words = [...new Set((file.terms[at] ?? []).map((term) => gathered.words[term]))].slice(0, WORDS_NAMED);
  return words.length === 0 ? "near in meaning" : `has ${words.join(", ")}`;
}

/** Symbols that have no piece among those shown, the likeliest first, as `path:line symbol`; each once. */
export function symbolsLeftOut(candidates: readonly Candidate[], shown: number): string[] {
  const nameOf = ({ file, at }: Candidate): string | null => {
    const symbol = file.pieces[at]?.symbol ?? null;
    return symbol === null ? null : `${file.document.path}:${symbol.nameLine} ${symbol.path}`;
  };
  const there = new Set(candidates.slice(0, shown).map(nameOf));
  const names = candidates.slice(shown).flatMap((one) => nameOf(one) ?? []);
  return [...new Set(names)].filter((name) => !there.has(name));
}
