// Lines of a text that is read by marks: which of them are text inside of it, where a statement over several lines ends, and where a block
// does that only its words delimit.
import { lineText, type Source } from "./source.ts";

/** How words delimit the blocks of a language, as `if` and `end` do. */
export interface BlockWords {
  /** Comments, strings and what else has such words that mean nothing. */
  readonly ignored: RegExp;
  /** All with the flag `g`, of one line. */
  readonly opens: RegExp;
  readonly closes: RegExp;
}

/** As far as the end of a statement or of a text within the text is looked for. */
const LINES_MAX = 2000;
/** A longer line is data, whatever is on it. */
const LINE_CHARS_MAX = 1000;

const shortLine = (source: Source, line: number): string => {
  const text = lineText(source, line);
  return text.length > LINE_CHARS_MAX ? "" : text;
};

/**
 * Lines of texts that a line above begins and a word alone on its line ends: `RUN <<EOF`. `begins`, with the flag `g`: what begins one,
 * with its word in a group behind the first; with something in the first, tabs may stand before that word.
 */
export function quotedLines(source: Source, begins: RegExp): ReadonlySet<number> {
  const quoted = new Set<number>();
  for (let line = 1; line <= source.lines.length; line += 1) {
    for (const [, isIndented = "", ...words] of shortLine(source, line).matchAll(begins)) {
      const word = words.find((one) => one !== undefined);
      const last = lineOf(source, line + 1, (text) => (isIndented === "" ? text : text.replace(/^\t+/, "")) === word);
      for (let inside = line + 1; last !== null && inside <= last; inside += 1) {
        quoted.add(inside);
      }
      line = last ?? line;
    }
  }
  return quoted;
}

function lineOf(source: Source, from: number, isIt: (text: string) => boolean): number | null {
  for (let line = from; line <= Math.min(source.lines.length, from + LINES_MAX); line += 1) {
    if (isIt(shortLine(source, line).trimEnd())) {
      return line;
    }
  }
  return null;
}

/** The line of the `;` that ends the statement which a line starts, outside of all braces; null where there is none. */
export function statementEnd(source: Source, first: number): number | null {
  let depth = 0;
  return lineOf(source, first, (text) => {
    const code = text.replace(/\/\/.*$/, "");
    for (const brace of code.match(/[{}]/g) ?? []) {
      depth += brace === "{" ? 1 : -1;
    }
    return depth <= 0 && /;\s*$/.test(code);
  });
}

/** The line on which the block ends that a line opens; null where none does up to `last`. */
export function blockEnd(source: Source, first: number, last: number, words: BlockWords): number | null {
  let depth = 0;
  for (let line = first; line <= last; line += 1) {
    const code = shortLine(source, line).replace(words.ignored, "");
    depth += (code.match(words.opens)?.length ?? 0) - (code.match(words.closes)?.length ?? 0);
    if (depth <= 0) {
      return line;
    }
  }
  return null;
}
