// Cuts a file into pieces of a few lines along its symbols, chunks and blank lines: the units that a context shows or leaves out.
import type { ChunkRecord, SymbolRecord } from "../index/snapshot.ts";
import { openInnermostRange } from "../system/innermost-range.ts";
import type { LineRange } from "../vocabulary/chunk.ts";

export interface Piece extends LineRange {
  /** The innermost symbol that contains it; null outside of symbols. */
  readonly symbol: SymbolRecord | null;
  readonly chunk: ChunkRecord;
}

/** A longer piece is cut. */
const LINES_MAX = 10;
/** A blank line ends a piece of as many lines. */
const LINES_MIN = 3;

/** The innermost range of a line, of equal ones the last; null for none. */
function openInnermost<Range extends LineRange>(ranges: readonly Range[]): (line: number) => Range | null {
  const lastFirst = ranges.toReversed();
  const at = openInnermostRange(lastFirst);
  return (line) => lastFirst[at(line)] ?? null;
}

/** In order of lines; every line that is not blank is in one piece. `lines`: the whole file. */
export function piecesOf(
  lines: readonly string[],
  symbols: readonly SymbolRecord[],
  chunks: readonly ChunkRecord[],
): Piece[] {
  const symbolOf = openInnermost(symbols);
  const chunkOf = openInnermost(chunks);
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  const close = (): void => {
    if (open !== null) {
      pieces.push(open);
    }
    open = null;
  };
  for (let line = 1; line <= lines.length; line++) {
    const [symbol, chunk] = [symbolOf(line), chunkOf(line)];
    const isBlank = (lines[line - 1] ?? "").trim() === "";
    const length: number = open === null ? 0 : line - (open as Piece).startLine;
    const isSame = open !== null && (open as Piece).symbol === symbol && (open as Piece).chunk === chunk;
    if (!isSame || length >= LINES_MAX || (isBlank && length >= LINES_MIN)) {
      close();
    }
    if (chunk !== null && !isBlank) {
      open = open === null ? { startLine: line, endLine: line, symbol, chunk } : { ...(open as Piece), endLine: line };
    }
  }
  close();
  return pieces;
}
