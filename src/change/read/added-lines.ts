// Which lines a change adds or alters: the shortest edit script of whole lines.
import { commonEnds } from "../../system/common-ends.ts";
import { commonItems } from "../../system/common-items.ts";
import { splitLines } from "../../vocabulary/text.ts";

export interface LineEdits {
  /** Lines (1-based) of the text after the change that were not there before. */
  readonly added: ReadonlySet<number>;
  /** Lines (1-based) of the text before the change that are no longer there. */
  readonly removed: ReadonlySet<number>;
}

/** Beyond this many edits the two texts have little in common: all between their common ends counts as altered. */
const EDITS_MAX = 1_000;

/** Null: the text does not exist in that state. */
export function lineEdits(before: string | null, after: string | null): LineEdits {
  const [old, now] = [before, after].map((text) => (text === null ? [] : splitLines(text)));
  const [a, b] = [old ?? [], now ?? []];
  const { head, tail } = commonEnds(a, b);
  const [from, until] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const added = new Set(until.map((_, at) => head + at + 1));
  const removed = new Set(from.map((_, at) => head + at + 1));
  for (const [x, y] of commonItems(from, until, EDITS_MAX)) {
    removed.delete(head + x + 1);
    added.delete(head + y + 1);
  }
  return { added, removed };
}
