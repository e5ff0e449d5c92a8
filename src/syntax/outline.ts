// A text's outline: nested parts on whole lines, made by a grammar, by headings, by statements or by blank lines.
// Every way of reading a text ends here, and the chunker knows nothing else. Positions are 1-based lines, inclusive.
import type { ChunkKind, LineRange, SymbolDraft } from "../vocabulary/chunk.ts";
import { lineText, type Source } from "./source.ts";

/** One part of a text, with its leading comments and decorators. Parts of one parent are in order of start line. */
export interface Part extends LineRange {
  readonly kind: ChunkKind;
  /** Readable path of the enclosing names and its own; null for a nameless part. */
  readonly path: string | null;
  /** Lines that introduce the part (a signature, a heading); later pieces of a split part carry them as context. */
  readonly head: LineRange;
  readonly parts: readonly Part[];
}

export interface Outline {
  readonly parts: readonly Part[];
  readonly symbols: readonly SymbolDraft[];
  /** Lines that no chunk has, in order: what programs have put out, pictures as text. */
  readonly hidden?: readonly LineRange[];
}

/** The longest head a chunk repeats: a signature is for orientation, not a second body. */
const HEAD_LINES_MAX = 4;

/** What a line of a signature ends with when the body follows. */
const HEAD_END = /(?:[{:=]|=>|->|\)|\b(?:do|then|begin|where|is|as|of|struct|sig))$/;
/** As much of a line's end as shows whether a body follows. */
const TAIL_CHARS = 80;

/** The signature that starts on a line: up to the line that opens the body, else that line alone. */
export function headOf(source: Source, startLine: number, endLine: number): LineRange {
  const last = Math.min(endLine, startLine + HEAD_LINES_MAX - 1);
  for (let line = startLine; line <= last; line += 1) {
    if (HEAD_END.test(lineText(source, line).slice(-TAIL_CHARS).trimEnd())) {
      const isBracketAlone = line > startLine && lineText(source, line).trim() === "{";
      return { startLine, endLine: isBracketAlone ? line - 1 : line };
    }
  }
  return { startLine, endLine: startLine };
}
