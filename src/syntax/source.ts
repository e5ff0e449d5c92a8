// A text with its line table: offsets to lines, lines to text.
import type { LineRange } from "../vocabulary/chunk.ts";
import { lineStarts, splitLines } from "../vocabulary/text.ts";

export interface Source {
  readonly text: string;
  /** Line i (1-based) is lines[i - 1]. */
  readonly lines: readonly string[];
  /** Offset of line i's first character is starts[i - 1]. */
  readonly starts: readonly number[];
}

export const openSource = (text: string): Source => ({ text, lines: splitLines(text), starts: lineStarts(text) });

/** The 1-based line that holds a 0-based offset; an offset past the end is on the last line. */
export function lineAt(source: Pick<Source, "starts">, offset: number): number {
  let low = 0;
  let high = source.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.starts[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low + 1;
}

/** A line's text, or "" outside the text. */
export const lineText = (source: Source, line: number): string => source.lines[line - 1] ?? "";

export const isBlankLine = (source: Source, line: number): boolean => lineText(source, line).trim() === "";

/** Characters of whole lines, with one for each line end. */
export function lengthOf(source: Source, range: LineRange): number {
  const start = source.starts[range.startLine - 1] ?? 0;
  const end = source.starts[range.endLine] ?? source.text.length;
  return Math.max(0, end - start);
}

/** The lines of a range, joined by `\n`. */
export const textOf = (source: Source, range: LineRange): string =>
  source.lines.slice(range.startLine - 1, range.endLine).join("\n");
