// Sets of lines of one file as sorted ranges that do not touch.
import type { LineRange } from "../../vocabulary/chunk.ts";

/** The lines of all ranges; adjacent ranges become one. */
export function unionOf(ranges: readonly LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  for (const { startLine, endLine } of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = joined.at(-1);
    if (endLine < startLine) {
      continue;
    }
    if (last !== undefined && startLine <= last.endLine + 1) {
      joined[joined.length - 1] = { startLine: last.startLine, endLine: Math.max(last.endLine, endLine) };
    } else {
      joined.push({ startLine, endLine });
    }
  }
  return joined;
}

/** The lines of `ranges` that are not in `without`: what is still to be shown. */
export const withoutLines = (ranges: readonly LineRange[], without: readonly LineRange[]): LineRange[] =>
  unionOf(without).reduce(
    (left, { startLine, endLine }) =>
      left.flatMap((range) =>
        [
          { startLine: range.startLine, endLine: Math.min(range.endLine, startLine - 1) },
          { startLine: Math.max(range.startLine, endLine + 1), endLine: range.endLine },
        ].filter((part) => part.startLine <= part.endLine),
      ),
    unionOf(ranges),
  );
