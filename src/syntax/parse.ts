// Parses one text within a time limit, and says how well the grammar understood it. Trees are the caller's to delete.
import type { Parser, Range, Tree } from "web-tree-sitter";
import type { ParseState } from "../vocabulary/chunk.ts";
import type { Problem } from "../vocabulary/failure.ts";
import type { Outline } from "./outline.ts";
import { isBlankLine, lineAt, type Source } from "./source.ts";

/** Times the limit in wall-clock time after which a parse ends although a busy machine has given it less processor time. */
const WALL_FACTOR = 5;

/**
 * The first milliseconds of a parse are counted by the clock: reading the processor time costs a busy process up to a millisecond,
 * more than it takes to parse most texts.
 */
const CLOCKED_MS = 20;

/**
 * Time that some parses may take together. It is processor time: the same text must parse the same way on a busy machine. Each parse
 * takes off what it has used.
 */
export interface TimeLimit {
  leftMs: number;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The tree of a text; null when the time is over. The parser's language is already set. */
export const parseWithin = (parser: Parser, text: string, limit: TimeLimit): Tree | null =>
  parsePrepared(parser, parseable(text), limit, []);

/** The same of a text that is `parseable` already, and of several ranges as if nothing stood in between; of none: all of it. */
export function parsePrepared(parser: Parser, text: string, limit: TimeLimit, ranges: readonly Range[]): Tree | null {
  const start = performance.now();
  const { leftMs } = limit;
  let processorStart: number | null = null;
  const isOver = (): boolean => {
    // Asked thousands of times, so the clock is read first.
    const elapsed = performance.now() - start;
    if (processorStart === null && elapsed > CLOCKED_MS) {
      processorStart = processorMs() - CLOCKED_MS;
    }
    return (
      elapsed > leftMs &&
      (elapsed > WALL_FACTOR * leftMs || (processorStart !== null && processorMs() - processorStart > leftMs))
    );
  };
  const tree = parser.parse(text, null, {
    progressCallback: isOver,
    ...(ranges.length === 0 ? {} : { includedRanges: [...ranges] }),
  });
  limit.leftMs -= processorStart === null ? performance.now() - start : processorMs() - processorStart;
  if (tree === null) {
    parser.reset();
  }
  return tree;
}

/** How much of a text its tree does not understand: 0 for a tree without errors, 1 where something is only missing. */
export function charsInErrors({ rootNode }: Tree): number {
  const errors = rootNode.type === "ERROR" ? [rootNode] : rootNode.descendantsOfType("ERROR");
  return errors.reduce((sum, error) => sum + error.endIndex - error.startIndex, 0) + (rootNode.hasError ? 1 : 0);
}

/** The same length in what grammars understand: a lone `\r` ends a line, and a NUL is no end of file. */
export const parseable = (text: string): string => text.replace(/\r(?!\n)/g, "\n").replaceAll("\0", " ");

/** Share of a file's lines that the grammar could not make anything of, from which on it is worth a word. */
const LOST_SHARE_NOTED = 0.2;

export interface ParseQuality {
  readonly parse: ParseState;
  readonly problems: readonly Problem[];
}

/**
 * Lines under syntax errors that belong to no symbol are lost; lines of a symbol were understood well enough.
 * `patchy`: the grammar stumbles over correct text, so that errors are no news.
 */
export function qualityOf(tree: Tree, source: Source, outline: Outline, path: string, patchy: boolean): ParseQuality {
  const root = tree.rootNode;
  if (!root.hasError) {
    return { parse: "full", problems: [] };
  }
  const lost = new Uint8Array(source.lines.length + 1);
  for (const error of root.type === "ERROR" ? [root] : root.descendantsOfType("ERROR")) {
    lost.fill(1, lineAt(source, error.startIndex), lineAt(source, Math.max(error.startIndex, error.endIndex - 1)) + 1);
  }
  for (const part of outline.parts.filter((part) => part.path !== null || part.kind === "import")) {
    lost.fill(0, part.startLine, part.endLine + 1);
  }
  const count = lost.reduce((sum, line, index) => sum + (line === 1 && !isBlankLine(source, index) ? 1 : 0), 0);
  if (patchy || count < LOST_SHARE_NOTED * source.lines.length) {
    return { parse: "partial", problems: [] };
  }
  const message = `syntax errors: ${count} of ${source.lines.length} lines could not be read; symbols may be missing`;
  return { parse: "partial", problems: [{ code: "PARSE_PARTIAL", path, message }] };
}
