// Lines found in files on disk, each with its enclosing symbol, grouped by file. A symbol is given only for a file that is byte
// for byte as indexed.
import type { DocumentRecord } from "../../../index/snapshot.ts";
import { enclosingSymbol } from "../../../intelligence/text/enclosing-symbol.ts";
import type { CodeScene } from "../../answer/answer-code.ts";

/** A match on a line, 1-based. */
interface AtLine {
  readonly line: number;
}

export type Symbolled<Line> = Line & {
  /** The innermost enclosing symbol; null if there is none, or it is unknown. */
  readonly symbol: string | null;
};

interface FoundFile<Line> {
  readonly path: string;
  readonly contentHash: string;
  /** Number of all matches in it. */
  readonly count: number;
  /** Its lines that are shown. */
  readonly lines: readonly Line[];
}

export interface SymbolledFile<Line> {
  readonly path: string;
  readonly count: number;
  readonly lines: readonly Symbolled<Line>[];
}

export interface SymbolledFiles<Line> {
  readonly files: readonly SymbolledFile<Line>[];
  /** The documents whose lines are shown. */
  readonly documents: readonly DocumentRecord[];
  /** True if something that was read is not indexed, or differs from the index. */
  readonly newer: boolean;
}

export const withSymbols = <Line extends AtLine>(
  found: readonly FoundFile<Line>[],
  { freshness, withSnapshot }: CodeScene,
): SymbolledFiles<Line> =>
  withSnapshot((snapshot) => {
    const documents = found.map(({ path, contentHash }) => {
      const document = snapshot.documentAt(path);
      return document?.contentHash === contentHash ? document : undefined;
    });
    const files = found.map(({ path, count, lines }, at): SymbolledFile<Line> => {
      const document = documents[at];
      const symbols = document === undefined || lines.length === 0 ? [] : snapshot.symbols(document.id);
      return { path, count, lines: lines.map((one) => ({ ...one, symbol: enclosingSymbol(symbols, one.line) })) };
    });
    return {
      files,
      documents: documents.flatMap((one, at) => (one === undefined || files[at]?.lines.length === 0 ? [] : [one])),
      newer: freshness.lagging > 0 || documents.includes(undefined),
    };
  });

/** The first `shown` lines, with their files. */
export function linesShown<Line>(files: readonly SymbolledFile<Line>[], shown: number): SymbolledFile<Line>[] {
  let room = shown;
  const parts: SymbolledFile<Line>[] = [];
  for (const file of files) {
    if (room <= 0) {
      break;
    }
    const lines = file.lines.slice(0, room);
    room -= lines.length;
    if (lines.length > 0) {
      parts.push({ ...file, lines });
    }
  }
  return parts;
}
