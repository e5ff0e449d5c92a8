// Finds the smallest of many ranges of lines that contains a line; prepared once, since a file may have thousands of both.
import type { LineRange } from "../vocabulary/chunk.ts";

/** The ordinal of the smallest range that contains the line, of equal ones the first; -1 if none does. */
export function openInnermostRange(ranges: readonly LineRange[]): (line: number) => number {
  // Between two of these lines nothing begins or ends.
  const edges = [...new Set(ranges.flatMap(({ startLine, endLine }) => [startLine, endLine + 1]))].sort(
    (a, b) => a - b,
  );
  const places = new Map(edges.map((line, place) => [line, place]));
  const innermost = new Int32Array(edges.length).fill(-1);
  const largestFirst = ranges
    .map(({ startLine, endLine }, at) => ({ at, size: endLine - startLine, startLine, endLine }))
    .sort((a, b) => b.size - a.size || b.at - a.at);
  for (const { at, startLine, endLine } of largestFirst) {
    innermost.fill(at, places.get(startLine), places.get(endLine + 1));
  }
  return (line) => innermost[lastUpTo(edges, line)] ?? -1;
}

/** Index of the last of ascending numbers that is not greater; -1 if all are. */
function lastUpTo(ascending: readonly number[], wanted: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
