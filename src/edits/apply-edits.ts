// A text with edits made.
import type { TextEdit } from "./change-set.ts";

/** `edits`: ascending, none overlapping another. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let done = 0;
  const pieces: string[] = [];
  for (const { start, end, text: put } of edits) {
    pieces.push(text.slice(done, start), put);
    done = end;
  }
  return pieces.join("") + text.slice(done);
}
