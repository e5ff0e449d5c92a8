// Lines found in files as they are on the disk, each with the symbol around it, by file. A symbol is told only of a file that is
// byte for byte as indexed. Knows no tool.
import type { DocumentRecord } from "../../index/snapshot.ts";
import { enclosingSymbol } from "../../intelligence/text/enclosing-symbol.ts";
import type { CodeScene } from "./answer-code.ts";

/** What was found at a line, 1-based. */
interface AtLine {
  readonly line: number;
}

export type Symbolled<Line> = Line & {
  /** The innermost symbol around it; null where there is none, or none is known. */
  readonly symbol: string | null;
};

interface FoundFile<Line> {
  readonly path: string;
  readonly contentHash: string;
  /** All that was found in it. */
  readonly count: number;
  /** Those of it that are told. */
  readonly lines: readonly Line[];
}

export interface SymbolledFile<Line> {
  readonly path: string;
  readonly count: number;
  readonly lines: readonly Symbolled<Line>[];
}

export interface SymbolledFiles<Line> {
  readonly files: readonly SymbolledFile<Line>[];
  /** Those whose lines are told. */
  readonly documents: readonly DocumentRecord[];
  /** True where something that was read is not indexed, or may not be. */
  readonly newer: boolean;
}

export function withSymbols<Line extends AtLine>(
  found: readonly FoundFile<Line>[],
  { freshness, withSnapshot }: CodeScene,
): SymbolledFiles<Line> {
  return withSnapshot((snapshot) => {
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
}

/** The first so many lines, with the files that they lie in. */
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
