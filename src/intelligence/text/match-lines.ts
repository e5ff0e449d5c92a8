// Finds the matching lines of a text. Lines are those of vocabulary/text.ts; each is searched by itself, and counts once.
import { lineStarts } from "../../vocabulary/text.ts";
import { literalExpression, type TextPattern } from "./pattern.ts";

/** One line, and the range of its first match: offsets in it, 0-based, in UTF-16 units, end exclusive. */
export interface LineMatch {
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface LineMatches {
  /** All lines that match. */
  count: number;
  /** The first of them, up to the requested number. */
  readonly first: LineMatch[];
  /** False where it was given up before the text's end. */
  complete: boolean;
}

export const noMatches = (): LineMatches => ({ count: 0, first: [], complete: false });

/** Finds a pattern without line breaks, literal or by an expression, in one pass over the whole text. */
export function literalLines(text: string, { source, ignoresCase }: TextPattern, most: number): LineMatches {
  const matches = noMatches();
  const find = ignoresCase ? finderOf(source) : (whole: string, from: number) => whole.indexOf(source, from);
  let starts: readonly number[] | null = null;
  let line = 1;
  for (let at = find(text, 0); at >= 0; ) {
    starts ??= lineStarts(text);
    while ((starts[line] ?? text.length) <= at && line < starts.length) {
      line++;
    }
    const start = at - (starts[line - 1] ?? 0);
    note(matches, { line, start, end: start + source.length }, most);
    const next = starts[line];
    at = next === undefined ? -1 : find(text, next);
  }
  matches.complete = true;
  return matches;
}

/** Case ignored as an expression without the flag `u` does: letter by letter, so that lengths stay. */
function finderOf(source: string): (text: string, from: number) => number {
  const expression = literalExpression(source, "gi");
  return (text, from) => {
    expression.lastIndex = from;
    return expression.exec(text)?.index ?? -1;
  };
}

/** Appends to `matches` while it searches, so that the matches found so far remain if it is terminated. */
export function regexLines(text: string, expression: RegExp, most: number, matches: LineMatches): void {
  const starts = lineStarts(text);
  for (let line = 1; line <= starts.length; line++) {
    const found = expression.exec(text.slice(starts[line - 1], endOf(text, starts[line] ?? text.length)));
    if (found !== null) {
      note(matches, { line, start: found.index, end: found.index + found[0].length }, most);
    }
  }
  matches.complete = true;
}

/** Where a line ends that the next one follows at `next`: before its `\n`, `\r\n` or `\r`. */
function endOf(text: string, next: number): number {
  const fed = text.endsWith("\n", next) ? next - 1 : next;
  return text.endsWith("\r", fed) ? fed - 1 : fed;
}

function note(matches: LineMatches, match: LineMatch, most: number): void {
  matches.count++;
  if (matches.first.length < most) {
    matches.first.push(match);
  }
}
