// Which lines of a text are unchanged in another state of it.
import { derivedFrom } from "../../linking/derived.ts";
import { append } from "../../system/append.ts";
import { commonEnds } from "../../system/common-ends.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { LineNow, TextPair } from "./change.ts";

/** Lines of a changed file that are still there: old line to new line. */
export const survivorsOf: (pair: TextPair) => ReadonlyMap<number, number> = derivedFrom(({ before, after }: TextPair) =>
  survivingLines(before?.text ?? "", after?.text ?? ""),
);

/**
 * The line's present place; null for a line (1-based) that was changed or deleted, or whose file is gone. `path`: in the base
 * state.
 */
export function lineNow(pairs: readonly TextPair[], path: string, line: number): LineNow | null {
  const pair = pairs.find(({ before }) => before?.path === path);
  if (pair === undefined) {
    return { path, line, isInChange: false };
  }
  const left = pair.after === null ? undefined : survivorsOf(pair).get(line);
  return pair.after === null || left === undefined ? null : { path: pair.after.path, line: left, isInChange: true };
}

/**
 * Old line (1-based) to new line: equal lines at the start and at the end, and between them lines whose text, without
 * indentation, still exists, in order if there are several.
 */
function survivingLines(before: string, after: string): ReadonlyMap<number, number> {
  const [old, now] = [splitLines(before), splitLines(after)];
  const { head, tail } = commonEnds(old, now);
  const found = new Map<number, number>();
  const between = new Map<string, number[]>();
  for (let at = head; at < now.length - tail; at += 1) {
    append(between, (now[at] ?? "").trim(), at);
  }
  for (const [at, line] of old.entries()) {
    const same =
      at < head ? at : at >= old.length - tail ? at - old.length + now.length : between.get(line.trim())?.shift();
    if (same !== undefined) {
      found.set(at + 1, same + 1);
    }
  }
  return found;
}

/**
 * Lines (1-based) of a changed file that only lost a piece, such as one of two functions on a line: old line to new line, of these lines.
 */
export function cutLines(pair: TextPair, lines: Iterable<number>): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (pair.before === null || pair.after === null) {
    return found;
  }
  const survivors = survivorsOf(pair);
  const known = new Set(survivors.values());
  const old = splitLines(pair.before.text);
  const now = splitLines(pair.after.text).map((text) => [...text.trim()]);
  for (const line of lines) {
    const text = [...(old[line - 1]?.trim() ?? "")];
    const at = survivors.has(line) ? -1 : now.findIndex((left, index) => !known.has(index + 1) && isCut(text, left));
    if (at >= 0) {
      found.set(line, at + 1);
      known.add(at + 1);
    }
  }
  return found;
}

function isCut(text: readonly string[], left: readonly string[]): boolean {
  const { head, tail } = commonEnds(text, left);
  return head + tail === left.length && left.length < text.length && left.some((character) => /\w/.test(character));
}
