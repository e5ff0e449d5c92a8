// Joins changes that are staged one after another into one change a file.

import { sha256Of } from "../../system/sha256.ts";
import { applyEdits } from "../apply-edits.ts";
import type { FileChange, Refusal, TextEdit } from "../change-set.ts";
import { pathsOf } from "./plan-changes.ts";

export type Merged =
  | { readonly kind: "merged"; readonly changes: readonly FileChange[] }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

/**
 * Edits of one file are joined where they do not overlap, and an edit of a file that the session makes is made in its text; anything else that
 * concerns one path twice is refused.
 */
export function mergeChanges(staged: readonly FileChange[], added: readonly FileChange[]): Merged {
  const changes = [...staged];
  const refusals: Refusal[] = [];
  for (const change of added) {
    const paths = pathsOf(change);
    const others = changes.filter((one) => pathsOf(one).some((path) => paths.includes(path)));
    const [other] = others;
    const merged = other === undefined ? change : others.length === 1 ? mergeTwo(other, change) : overlap(change.path);
    if ("rule" in merged) refusals.push(merged);
    else if (other === undefined) changes.push(merged);
    else changes[changes.indexOf(other)] = merged;
  }
  return refusals.length > 0 ? { kind: "refused", refusals } : { kind: "merged", changes };
}

/** The changes as they are judged by themselves: with the files that the session makes, where they edit these. */
export function onCreated(staged: readonly FileChange[], changes: readonly FileChange[]): Merged {
  const edited = new Set(changes.flatMap(({ kind, path }) => (kind === "edit" ? [path] : [])));
  const created = staged.filter(({ kind, path }) => kind === "create" && edited.has(path));
  return created.length === 0 ? { kind: "merged", changes } : mergeChanges(created, changes);
}

/** By which an edit of a file that is not written yet names the text that it was made for. */
export const hashOfNew = (text: string): string => sha256Of(Buffer.from(text));

function mergeTwo(first: FileChange, second: FileChange): FileChange | Refusal {
  if (first.kind === "create" && second.kind === "edit") {
    return hashOfNew(first.text) === second.contentHash
      ? { ...first, text: applyEdits(first.text, second.edits) }
      : stale(second.path);
  }
  if (first.path !== second.path || !("edits" in first) || !("edits" in second)) return overlap(second.path);
  if (first.kind === "move" && second.kind === "move") return overlap(second.path);
  if (first.contentHash !== second.contentHash) return stale(second.path);
  const edits = mergeEdits(first.edits, second.edits);
  return edits === null ? overlap(second.path) : { ...(second.kind === "move" ? second : first), edits };
}

/** Null where two overlap. Of two insertions at one place, that of `first` comes first. */
function mergeEdits(first: readonly TextEdit[], second: readonly TextEdit[]): readonly TextEdit[] | null {
  // The sort is stable, and an insertion stands before a replacement that begins at its place.
  const edits = [...first, ...second].sort((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = edits.some((edit, index) => edit.start < (edits[index - 1]?.end ?? 0));
  return overlaps ? null : edits;
}

function stale(path: string): Refusal {
  const message = "the file has changed since this session's first edit of it";
  const remedy = "roll the session back and stage its edits again";
  return { rule: "stale", path, line: null, message, remedy };
}

function overlap(path: string): Refusal {
  const remedy = "commit the session first, or roll it back and stage one edit that does both";
  return { rule: "overlap", path, line: null, message: "the session already has an edit of this place", remedy };
}
