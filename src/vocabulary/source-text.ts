// Lines of a file, and how to take a part of them. Lines keep their numbers in the file.
import { lineStarts } from "./text.ts";

export interface SourceText {
  readonly text: string;
  /** Offsets into the text, as `lineStarts` gives them. */
  readonly starts: readonly number[];
  /** 1-based line of the file that the text begins with. */
  readonly firstLine: number;
}

/** One line of a file, away from its neighbours. */
export interface NumberedLine {
  /** 1-based. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
}

export const sourceText = (text: string, firstLine: number): SourceText => ({
  text,
  starts: lineStarts(text),
  firstLine,
});

/** Offset of a line in the text; the text's end for the line after its last. */
export const startOf = ({ text, starts, firstLine }: SourceText, line: number): number =>
  starts[line - firstLine] ?? text.length;

/** Whether the text has all of these lines. */
export const hasLines = (source: SourceText, startLine: number, endLine: number): boolean =>
  source.firstLine <= startLine && startOf(source, endLine) < source.text.length;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The lines `startLine` to `endLine` (1-based, inclusive) without the last one's line end. */
export function linesOf(source: SourceText, startLine: number, endLine: number): string {
  const { text } = source;
  const from = startOf(source, startLine);
  const to = startOf(source, endLine + 1);
  // By codes and not by an expression: asked of each line of a file.
  const endsIn = (code: number, at: number): boolean => at > from && text.charCodeAt(at - 1) === code;
  const fed = endsIn(LINE_FEED, to) ? to - 1 : to;
  return text.slice(from, endsIn(CARRIAGE_RETURN, fed) ? fed - 1 : fed);
}

/** The line break after a line, as in the file: `\n`, `\r\n`, or "" at the end of a file without one. */
export function lineEndOf(source: SourceText, line: number): string {
  const whole = source.text.slice(startOf(source, line), startOf(source, line + 1));
  return whole.slice(linesOf(source, line, line).length);
}

export const lineAt = (source: SourceText, line: number): string => linesOf(source, line, line);

/** A line shown for orientation is cut after this many UTF-16 units. */
const CLIPPED_CHARS_MAX = 200;

/** The line, or its beginning and an ellipsis. */
export function clipped({ line, text }: NumberedLine): NumberedLine {
  const beginning = text.slice(0, CLIPPED_CHARS_MAX).replace(/[\uD800-\uDBFF]$/, "");
  return { line, text: text.length > CLIPPED_CHARS_MAX ? `${beginning}…` : text };
}
