// The smallest range of lines that contains all differences of two texts.
import type { LineRange } from "../../vocabulary/chunk.ts";
import { splitLines } from "../../vocabulary/text.ts";

export interface ChangedLines {
  /** Null if nothing is between the equal parts. */
  readonly before: LineRange | null;
  readonly after: LineRange | null;
}

/** Null where no line differs. */
export function changedLines(before: string, after: string): ChangedLines | null {
  const [old, now] = [splitLines(before), splitLines(after)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) {
    tail += 1;
  }
  const between = (count: number): LineRange | null =>
    count - tail > head ? { startLine: head + 1, endLine: count - tail } : null;
  const found = { before: between(old.length), after: between(now.length) };
  return found.before === null && found.after === null ? null : found;
}
