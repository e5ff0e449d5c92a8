// The source of a symbol with its context: enclosing signatures and the imports it uses.
import type { ChunkRecord, DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { enclosingSignature, importStatements, importsUsed } from "../../search/answer/source-context.ts";
import type { ChunkId, LineRange } from "../../vocabulary/chunk.ts";
import { clipped, lineAt, type NumberedLine, type SourceText } from "../../vocabulary/text.ts";
import type { Addressed } from "./address.ts";

/** A symbol and the places of its context, from the index. */
export interface LocatedSymbol extends Addressed {
  /** Lines that name what encloses it. */
  readonly namedOn: readonly number[];
  /** Signatures that its chunk has lost, as text. */
  readonly context: string;
}

export interface SymbolSource {
  readonly document: DocumentRecord;
  readonly symbol: SymbolRecord;
  /** Its definitions in the file, in order, what touches joined. */
  readonly ranges: readonly LineRange[];
  /** Enclosing signatures and imports used, in order of lines; none is in the ranges. */
  readonly context: readonly NumberedLine[];
}

export function locateSymbol(snapshot: Snapshot, { document, symbols }: Addressed): LocatedSymbol {
  const [symbol] = symbols;
  if (symbol === undefined) {
    return { document, symbols, namedOn: [], context: "" };
  }
  const { startLine, endLine, path } = symbol;
  const encloses = (one: SymbolRecord): boolean =>
    one.startLine <= startLine && endLine <= one.endLine && one.path.length < path.length && path.startsWith(one.path);
  const enclosing = snapshot.symbols(document.id).filter(encloses);
  const namedOn = enclosing.map(({ nameLine }) => nameLine);
  return { document, symbols, namedOn, context: chunkAt(snapshot, document, startLine)?.context ?? "" };
}

/** The last chunk that begins by that line: they are in order of lines, and a large file has thousands. */
function chunkAt(
  snapshot: Snapshot,
  { firstChunk, chunkCount }: DocumentRecord,
  line: number,
): ChunkRecord | undefined {
  const read = (at: number): ChunkRecord | undefined => snapshot.chunks([(firstChunk + at) as ChunkId])[0];
  let [low, high] = [0, chunkCount];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const begins = (read(middle)?.startLine ?? line) <= line;
    [low, high] = begins ? [middle, high] : [low, middle];
  }
  return chunkCount === 0 ? undefined : read(low);
}

function joinedRanges(symbols: readonly SymbolRecord[]): LineRange[] {
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of symbols) {
    const last = ranges.at(-1);
    if (last !== undefined && startLine <= last.endLine + 1) {
      last.endLine = Math.max(last.endLine, endLine);
    } else {
      ranges.push({ startLine, endLine });
    }
  }
  return ranges;
}

/** `file` is the whole text of the symbol's file, as it was indexed. */
export function sourceOf(located: LocatedSymbol, file: SourceText): SymbolSource | null {
  const { document, symbols, namedOn, context } = located;
  const [symbol] = symbols;
  if (symbol === undefined) {
    return null;
  }
  const ranges = joinedRanges(symbols);
  const imports = importStatements(file, document.language, symbol.startLine);
  const lines = [
    ...enclosingSignature(file, context, symbol.startLine),
    ...namedOn.map((line) => ({ line, text: lineAt(file, line) })),
    ...ranges.flatMap((range) => importsUsed(imports, file, range)),
  ];
  const isShown = (line: number): boolean =>
    ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const apart = new Map(lines.filter(({ line }) => !isShown(line)).map((one) => [one.line, clipped(one)]));
  return { document, symbol, ranges, context: [...apart.values()].sort((a, b) => a.line - b.line) };
}
