// Parses stretches of a text once more, on their own: what a grammar left as mere tokens and what may be code nevertheless,
// such as the arguments of a macro. Bounded in number, length and time.
import type { Language, Parser, Range, Tree } from "web-tree-sitter";
import { charsInErrors, parseable, parsePrepared, type TimeLimit } from "../syntax/parse.ts";
import { lineAt, type Source } from "../syntax/source.ts";
import { flatten, type SyntaxTree } from "../syntax/syntax-tree.ts";
import type { Prepared, Reparse } from "./read-facts.ts";

/** Of all stretches of one text, those inside of others counted again. */
const STRETCHES_MAX = 2000;
const CHARS_MAX = 1_000_000;
/** Of processor time, in case the grammar is slow over them: hand-written code never comes near it. */
const TIME_MS_MAX = 1000;

/** To be called without waiting in between: the parser is everyone's. */
export function openReparse(parser: Parser, language: Language | null, source: Source): Reparse {
  const limit: TimeLimit = { leftMs: TIME_MS_MAX };
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
    if (limit.leftMs <= 0 || chars > CHARS_MAX || stretches > STRETCHES_MAX || end <= start) {
      return null;
    }
    text ??= parseable(source.text);
    parser.setLanguage(language);
    const ranges = [rangeOf(start, end), ...(terminator === undefined ? [] : [rangeOf(terminator, terminator + 1)])];
    const tree = parsePrepared(parser, text, limit, ranges);
    const isClean = tree?.rootNode.hasError === false;
    const flat = tree === null || !isClean ? null : flatten(tree, source.text);
    tree?.delete();
    return flat;
  };
}

/**
 * The tree of the prepared text, in which known problems of the grammar are blanked; null where nothing was, or it has no fewer
 * errors.
 */
export function prepare(
  parser: Parser,
  tree: Tree,
  prepareText: (text: string) => Prepared,
  source: Source,
): { readonly tree: SyntaxTree; readonly removed: Prepared["removed"] } | null {
  if (!tree.rootNode.hasError || source.text.length > CHARS_MAX) {
    return null;
  }
  const plain = parseable(source.text);
  const { text, removed } = prepareText(plain);
  parser.setLanguage(tree.language);
  const again = text === plain ? null : parsePrepared(parser, text, { leftMs: TIME_MS_MAX }, []);
  const isBetter = again !== null && charsInErrors(again) < charsInErrors(tree);
  const flat = isBetter ? flatten(again, source.text) : null;
  again?.delete();
  return flat === null ? null : { tree: flat, removed };
}
