// Parses stretches of a text once more, on their own: what a grammar holds for mere tokens and what may be code all the same, as
// what a macro is given. Bounded; knows no language.
import type { Language, Parser, Range } from "web-tree-sitter";
import type { Reparse } from "./facts/read-facts.ts";
import { parseable, parsePrepared } from "./parse.ts";
import { lineAt, type Source } from "./source.ts";
import { flatten } from "./syntax-tree.ts";

/** Of all stretches of one text, those inside of others counted again. */
const STRETCHES_MAX = 2000;
const CHARS_MAX = 1_000_000;
/** In case that the grammar is slow over them: a figure that no person's code comes near. */
const TIME_MS_MAX = 1000;

/** To be called without waiting in between: the parser is everyone's. */
export function openReparse(parser: Parser, language: Language | null, source: Source): Reparse {
  let left = TIME_MS_MAX;
  let chars = 0;
  let stretches = 0;
  let text: string | null = null;
  const pointAt = (offset: number): { row: number; column: number } => {
    const row = lineAt(source, offset) - 1;
    return { row, column: offset - (source.starts[row] ?? 0) };
  };
  const rangeOf = (start: number, end: number): Range => {
    return { startIndex: start, endIndex: end, startPosition: pointAt(start), endPosition: pointAt(end) };
  };
  return (start, end, terminator) => {
    stretches += 1;
    chars += Math.max(0, end - start);
    if (left <= 0 || chars > CHARS_MAX || stretches > STRETCHES_MAX || end <= start) {
      return null;
    }
    text ??= parseable(source.text);
    parser.setLanguage(language);
    const ranges = [rangeOf(start, end), ...(terminator === undefined ? [] : [rangeOf(terminator, terminator + 1)])];
    const since = performance.now();
    const tree = parsePrepared(parser, text, left, ranges);
    left -= performance.now() - since;
    const isClean = tree?.rootNode.hasError === false;
    const flat = tree === null || !isClean ? null : flatten(tree, source.text);
    tree?.delete();
    return flat;
  };
}
