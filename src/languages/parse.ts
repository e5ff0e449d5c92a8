// Parses one text within a time limit, and says how well the grammar understood it. Trees are the caller's to delete.
import type { Parser, Range, Tree } from "web-tree-sitter";
import type { ParseState } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/problem.ts";

/** The tree of a text, or of one range of it; null when time is up. The parser's language is already set. */
export function parseWithin(parser: Parser, text: string, timeMsMax: number, range?: Range): Tree | null {
  const until = performance.now() + timeMsMax;
  const tree = parser.parse(parseable(text), null, {
    progressCallback: () => performance.now() > until,
    ...(range === undefined ? {} : { includedRanges: [range] }),
  });
  if (tree === null) {
    parser.reset();
  }
  return tree;
}

/** The same length in what grammars understand: a lone `\r` ends a line, and a NUL is no end of file. */
function parseable(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n").replaceAll("\0", " ");
}

/** Syntax errors are worth a word from this share of the text on; below, a grammar's own gaps look the same. */
const ERROR_SHARE_NOTED = 0.1;

export interface ParseQuality {
  readonly parse: ParseState;
  readonly problems: readonly Problem[];
}

/** `patchy`: the grammar stumbles over correct text, so that errors are no news. */
export function qualityOf(tree: Tree, path: string, patchy: boolean): ParseQuality {
  const root = tree.rootNode;
  if (!root.hasError) {
    return { parse: "full", problems: [] };
  }
  let broken = 0;
  let end = 0;
  for (const error of root.type === "ERROR" ? [root] : root.descendantsOfType("ERROR")) {
    const errorEnd = error.endIndex;
    broken += Math.max(0, errorEnd - Math.max(end, error.startIndex));
    end = Math.max(end, errorEnd);
  }
  const share = broken / Math.max(1, root.endIndex);
  if (patchy || share < ERROR_SHARE_NOTED) {
    return { parse: "partial", problems: [] };
  }
  const message = `syntax errors over ${Math.round(100 * share)} % of the file: its symbols may be incomplete`;
  return { parse: "partial", problems: [{ code: "PARSE_PARTIAL", path, message }] };
}
