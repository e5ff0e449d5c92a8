// What speaks for each piece of the candidate files: how it and what surrounds it answer the task. Numbers alone; worth.ts weighs them.
import { linesOfBytes, placeOf } from "../index/raw-text/cut-blocks.ts";
import type { TermFinder } from "../index/raw-text/find-terms.ts";
import type { ChunkRecord, DocumentRecord, SymbolRecord } from "../index/snapshot.ts";
import { CALLABLE_KINDS, type LineRange } from "../vocabulary/chunk.ts";
import { type SourceText, sourceText } from "../vocabulary/text.ts";
import { type Piece, piecesOf } from "./pieces.ts";

/** In the order of the values of a piece; worth.ts has a weight for each. */
export const SIGNALS = [
  /** z-score of the chunk's cosine to the task within the project. */
  "meaning",
  /** BM25 of the chunk over the best chunk's, 0 to 1. */
  "words",
  /** How far the chunk stands behind the best place of a search, for the search in which it stands best; tenths of a score, 0 at most. */
  "place",
  /** Share of the task's words, by their rarity, in the symbol; and in the piece with its two neighbours. 0 to 1. */
  "symbolWords",
  "nearWords",
  /** 1 for the file that a search for the whole task finds first, 1/2 for the second, and so on. */
  "file",
  "test",
  "side",
  /** In a function or method. */
  "acts",
  /** The best chunk of what the piece refers to, and of what refers to its symbol: BM25 and meaning. */
  "refersTo",
  "referredFrom",
  /** Share of lines that are comments. */
  "comment",
  /** Natural logarithm of one more than the symbol's lines. */
  "length",
] as const;
export type Signal = (typeof SIGNALS)[number];

/** What searches say of the chunks of one file. */
export interface FileEvidence {
  readonly document: DocumentRecord;
  /** 0-based, in the search for the whole task; a large number for a file that only another search found. */
  readonly rank: number;
  readonly side: "test" | "other" | null;
  readonly symbols: readonly SymbolRecord[];
  readonly chunks: readonly ChunkEvidence[];
}

export interface ChunkEvidence {
  readonly chunk: ChunkRecord;
  readonly meaning: number;
  readonly words: number;
  readonly place: number;
}

/** A candidate file with its text, cut. */
export interface CutFile extends FileEvidence {
  readonly source: SourceText;
  readonly lines: readonly string[];
  readonly pieces: readonly Piece[];
}

export function cutFile(file: FileEvidence, text: string): CutFile {
  const source = sourceText(text, 1);
  const lines = text.split(/\r?\n/);
  const pieces = piecesOf(
    lines,
    file.symbols,
    file.chunks.map(({ chunk }) => chunk),
  );
  return { ...file, source, lines, pieces };
}

/** A reference on a line of a candidate file to a symbol of a candidate file. */
export interface Link {
  readonly from: CutFile;
  /** 1-based. */
  readonly line: number;
  readonly to: CutFile;
  readonly symbol: SymbolRecord;
}

/** How much meaning adds to words in the strength of a chunk. */
const MEANING_SHARE = 1 / 6;

const strengthOf = ({ words, meaning }: ChunkEvidence): number => words + MEANING_SHARE * Math.max(0, meaning);

const overlaps = (a: LineRange, b: LineRange): boolean => a.startLine <= b.endLine && b.startLine <= a.endLine;

/** What a symbol that the task names is worth to those that it is linked with: as much as the best chunk. */
const NAMED_STRENGTH = 1.5;

/** Of the best chunk that the symbol has lines of. */
const strengthsOf = ({ symbols, chunks }: CutFile, isNamed: (symbol: SymbolRecord) => boolean) =>
  symbols.map((symbol): [SymbolRecord, number] => [
    symbol,
    chunks.reduce(
      (most, one) => (overlaps(one.chunk, symbol) ? Math.max(most, strengthOf(one)) : most),
      isNamed(symbol) ? NAMED_STRENGTH : 0,
    ),
  ]);

/** Terms of the task by place in the finder, of each line; index 0 is no line. */
function termsByLine({ source, lines }: CutFile, finder: TermFinder): (readonly number[])[] {
  const byLine: number[][] = Array.from({ length: lines.length + 1 }, () => []);
  const bytes = Buffer.from(source.text);
  const { starts } = linesOfBytes(bytes);
  finder.find(bytes).forEach((found, term) => {
    for (const offset of found?.offsets ?? []) {
      byLine[placeOf(starts, offset) + 1]?.push(term);
    }
  });
  return byLine;
}

/** Lines of a symbol that are looked at for its words: in a longer one they are anywhere. */
const SYMBOL_LINES_MAX = 120;
const COMMENT = /^\s*(?:\/\/|#(?![[!]|include|define|if|end)|\*|\/\*|"""|--|;;)/;

/** The evidence for one piece. */
export interface Weighed {
  /** In the order of SIGNALS. */
  readonly values: readonly number[];
  /** Terms of the task in the piece by place in the finder, those with the largest share first. */
  readonly terms: readonly number[];
}

/** By place in `file.pieces`. `shares`: of the task's terms, by place in the finder. */
export function weighFile(
  file: CutFile,
  finder: TermFinder,
  shares: readonly number[],
  links: LinkStrengths,
): Weighed[] {
  const byLine = termsByLine(file, finder);
  const termsIn = (startLine: number, endLine: number): number[] => {
    const terms = new Set<number>();
    for (let line = startLine; line <= endLine; line++) {
      for (const term of byLine[line] ?? []) {
        terms.add(term);
      }
    }
    return [...terms];
  };
  const shareOf = (startLine: number, endLine: number): number =>
    termsIn(startLine, endLine).reduce((sum, term) => sum + (shares[term] ?? 0), 0);
  const evidence = new Map(file.chunks.map((one) => [one.chunk, one]));
  const ofSymbol = new Map<SymbolRecord, number>();
  return file.pieces.map((piece, at) => {
    const { symbol, chunk, startLine, endLine } = piece;
    const own = evidence.get(chunk);
    if (symbol !== null && !ofSymbol.has(symbol)) {
      const last = Math.min(symbol.endLine, symbol.startLine + SYMBOL_LINES_MAX);
      ofSymbol.set(symbol, shareOf(symbol.startLine, last));
    }
    const [before, after] = [file.pieces[at - 1] ?? piece, file.pieces[at + 1] ?? piece];
    const comments = file.lines.slice(startLine - 1, endLine).filter((line) => COMMENT.test(line)).length;
    const values: Record<Signal, number> = {
      meaning: own?.meaning ?? 0,
      words: own?.words ?? 0,
      place: own?.place ?? PLACE_LEAST,
      symbolWords: symbol === null ? 0 : (ofSymbol.get(symbol) ?? 0),
      nearWords: shareOf(before.startLine, after.endLine),
      file: 1 / (1 + file.rank),
      test: file.side === "test" ? 1 : 0,
      side: file.side === "other" ? 1 : 0,
      acts: symbol !== null && CALLABLE_KINDS.has(symbol.kind) ? 1 : 0,
      refersTo: links.refersTo(file, piece),
      referredFrom: symbol === null ? 0 : links.referredFrom(symbol),
      comment: comments / (endLine - startLine + 1),
      length: symbol === null ? 0 : Math.log1p(symbol.endLine - symbol.startLine),
    };
    const terms = termsIn(startLine, endLine).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b);
    return { values: SIGNALS.map((signal) => values[signal]), terms };
  });
}

/** Tenths of a score behind the best place, for a chunk that no search lists. */
export const PLACE_LEAST = -4;

export interface LinkStrengths {
  refersTo(file: CutFile, piece: Piece): number;
  referredFrom(symbol: SymbolRecord): number;
}

export function linkStrengths(
  files: readonly CutFile[],
  links: readonly Link[],
  isNamed: (symbol: SymbolRecord) => boolean,
): LinkStrengths {
  const strengths = new Map(files.flatMap((file) => strengthsOf(file, isNamed)));
  const to = new Map<CutFile, Map<number, number>>();
  const from = new Map<SymbolRecord, number>();
  for (const link of links) {
    const lines = to.get(link.from) ?? new Map<number, number>();
    to.set(link.from, lines);
    lines.set(link.line, Math.max(lines.get(link.line) ?? 0, strengths.get(link.symbol) ?? 0));
    const caller = link.from.pieces.find(
      ({ startLine, endLine }) => startLine <= link.line && link.line <= endLine,
    )?.symbol;
    if (caller !== undefined && caller !== null && caller !== link.symbol) {
      from.set(link.symbol, Math.max(from.get(link.symbol) ?? 0, strengths.get(caller) ?? 0));
    }
  }
  return {
    refersTo(file, { startLine, endLine }) {
      const lines = to.get(file);
      let most = 0;
      for (let line = startLine; lines !== undefined && line <= endLine; line++) {
        most = Math.max(most, lines.get(line) ?? 0);
      }
      return most;
    },
    referredFrom: (symbol) => from.get(symbol) ?? 0,
  };
}
