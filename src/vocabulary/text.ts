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
