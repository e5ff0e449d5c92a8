// What is written around a symbol: its indentation, the rest of its lines, the blank lines to its neighbours. Offsets: 0-based, in
// UTF-16 units, end exclusive.
import type { SymbolSpan } from "../../syntax/spans.ts";
import type { EditTarget } from "../targets/resolve-target.ts";

const isBreak = (letter: string): boolean => letter === "\n" || letter === "\r";

/** Where the line begins that holds an offset. */
export function lineStartAt(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isBreak(text.charAt(at - 1))) {
    at -= 1;
  }
  return at;
}

/** Where the line ends that holds an offset, before its line ending. */
function lineEndAt(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isBreak(text.charAt(at))) {
    at += 1;
  }
  return at;
}

/** The offset behind the line ending at an offset; the same offset where there is none. */
export const afterBreak = (text: string, offset: number): number =>
  text.startsWith("\r\n", offset) ? offset + 2 : isBreak(text.charAt(offset)) ? offset + 1 : offset;

/** The white space with which the line of an offset begins, up to the offset. */
export function indentationAt(text: string, offset: number): string {
  const line = text.slice(lineStartAt(text, offset), offset);
  return line.slice(0, line.length - line.trimStart().length);
}

export const isFirstOnLine = (text: string, offset: number): boolean =>
  text.slice(lineStartAt(text, offset), offset).trim() === "";

/** A `;` or `,` that follows on the same line. */
export function separatorAfter(text: string, end: number): { readonly end: number; readonly sign: string } | null {
  const match = /^[^\S\r\n]*([;,])/.exec(text.slice(end, end + 200));
  return match?.[1] === undefined ? null : { end: end + match[0].length, sign: match[1] };
}

const COMMENT_TO_LINE_END = /^[^\S\r\n]*(?:(?:\/\/|#|--|;|%)[^\r\n]*|\/\*[^\r\n]*?\*\/[^\S\r\n]*)?$/;

export interface Extent {
  /** Of the symbol with what is above it. */
  readonly start: number;
  /** Of the symbol with its separator and a comment that ends its line. */
  readonly end: number;
  readonly separator: string | null;
  /** Whether nothing else stands on its lines. */
  readonly isOnOwnLines: boolean;
}

/** A symbol with all that belongs to it alone. */
export function extentOf(text: string, { leadStart, end }: SymbolSpan): Extent {
  const separator = separatorAfter(text, end);
  const until = separator?.end ?? end;
  const lineEnd = lineEndAt(text, until);
  const endsLine = COMMENT_TO_LINE_END.test(text.slice(until, lineEnd));
  return {
    start: leadStart,
    end: endsLine ? lineEnd : until,
    separator: separator?.sign ?? null,
    isOnOwnLines: endsLine && isFirstOnLine(text, leadStart),
  };
}

/** The symbols next to it that the same one encloses. */
export function neighboursOf({ spans, span }: Pick<EditTarget, "spans" | "span">): {
  readonly before: SymbolSpan | null;
  readonly after: SymbolSpan | null;
} {
  const siblings = spans.filter(({ parent }) => parent === span.parent);
  const before = siblings.filter(({ end }) => end <= span.leadStart).at(-1) ?? null;
  const after = siblings.find(({ leadStart }) => leadStart >= span.end) ?? null;
  return { before, after };
}
