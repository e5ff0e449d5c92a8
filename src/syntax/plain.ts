// Text that no grammar describes: cut at blank lines, and where that is not enough at the lowest indentation.
// Serves whole files without a grammar and the lines of a long definition that has no statements to cut at.
import type { LineRange } from "../vocabulary/chunk.ts";
import type { Outline, Part } from "./outline.ts";
import { isBlankLine, lengthOf, lineText, type Source } from "./source.ts";

/** An outline of nameless parts, one a paragraph. */
export function outlinePlain(source: Source, targetChars: number): Outline {
  const whole = { startLine: 1, endLine: source.lines.length };
  const parts = paragraphs(source, whole, targetChars).map(
    (range): Part => ({
      ...range,
      kind: "block",
      path: null,
      head: { startLine: range.startLine, endLine: range.startLine },
      parts: [],
    }),
  );
  return { parts, symbols: [] };
}

/**
 * Ranges that tile `within`, each at most `targetChars` long unless it is a single line. A cut falls before the line
 * that is best to start with among those that leave the piece at least half full.
 */
export function paragraphs(source: Source, within: LineRange, targetChars: number): LineRange[] {
  const ranges: LineRange[] = [];
  let startLine = within.startLine;
  while (startLine <= within.endLine) {
    const next = nextStart(source, startLine, within.endLine, targetChars);
    ranges.push({ startLine, endLine: next - 1 });
    startLine = next;
  }
  return ranges;
}

function nextStart(source: Source, startLine: number, lastLine: number, targetChars: number): number {
  let best = startLine + 1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = startLine + 1; line <= lastLine + 1; line += 1) {
    const chars = lengthOf(source, { startLine, endLine: line - 1 });
    if (chars > targetChars) {
      break;
    }
    if (line > lastLine) {
      return line;
    }
    const cost = startCost(source, line) + (chars < targetChars / 2 ? UNFILLED : 0);
    if (cost <= bestCost) {
      best = line;
      bestCost = cost;
    }
  }
  return best;
}

/** Costs of starting a piece on a line; only their order matters. */
const UNFILLED = 1000;
const MID_PARAGRAPH = 100;
const NEVER = 10_000;
const INDENT_MAX = 80;

function startCost(source: Source, line: number): number {
  if (isBlankLine(source, line)) {
    return NEVER;
  }
  const indent = Math.min(INDENT_MAX, /^[ \t]*/.exec(lineText(source, line))?.[0].length ?? 0);
  const closes = /^\s*[)\]}]/.test(lineText(source, line));
  return indent + (isBlankLine(source, line - 1) ? 0 : MID_PARAGRAPH) + (closes ? INDENT_MAX : 0);
}
