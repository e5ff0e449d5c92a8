// Lines and white space of a text, defined once: `\n`, `\r\n` and a lone `\r` each end a line, as in editors.
// Form feeds and U+2028/2029 do not. A final line end starts no further line; an empty text has one empty line.

/** The lines without their ends: line i (1-based) is `lines[i - 1]`. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > 1 && lines.at(-1) === "") {
    lines.pop();
  }
  return lines;
}

/** How many lines end in the text: one fewer than it has, if its last line has no end. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Where each line starts: 0-based offsets in UTF-16 units; the start of line i (1-based) is `starts[i - 1]`. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    // Nearly every file: no expression is needed for its ends.
    for (let at = text.indexOf("\n"); at >= 0 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
    return starts;
  }
  const lineEnd = /\r\n|\n|\r/g;
  while (lineEnd.exec(text) !== null) {
    if (lineEnd.lastIndex < text.length) {
      starts.push(lineEnd.lastIndex);
    }
  }
  return starts;
}

const LAST_ASCII = 0x7f;
const SPACE = 0x20;
const FIRST_CONTROL = 0x09;
const LAST_CONTROL = 0x0d;

/** As `\s` has it, of the UTF-16 unit at a 0-based offset; most are recognised by their code, in half the time. */
export function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= LAST_ASCII
    ? code === SPACE || (code >= FIRST_CONTROL && code <= LAST_CONTROL)
    : /\s/.test(text.charAt(at));
}

/** The words of a text, which white space parts: for lists of names in code. */
export const wordList = (text: string): readonly string[] => text.trim().split(/\s+/);

export const wordSet = (text: string): ReadonlySet<string> => new Set(wordList(text));

// Lines of a file, and how to take a part of them. Lines keep their numbers in the file.

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
