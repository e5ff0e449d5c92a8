// Which lines of a text stand unchanged in another state of it.
import { append } from "../../system/append.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { TextPair } from "./analyze-changes.ts";

const known = new WeakMap<TextPair, ReadonlyMap<number, number>>();

/** The same of a changed file, found once. */
export function survivorsOf(pair: TextPair): ReadonlyMap<number, number> {
  const found = known.get(pair) ?? survivingLines(pair.before?.text ?? "", pair.after?.text ?? "");
  known.set(pair, found);
  return found;
}

/**
 * Line before (1-based) to line after. Lines at the start and at the end that are the same, and between them those whose text,
 * indentation aside, stands there too: in order where it stands there more than once.
 */
export function survivingLines(before: string, after: string): ReadonlyMap<number, number> {
  const [old, now] = [splitLines(before), splitLines(after)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
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
