// Where the places that an edit leaves stand once it is written: their lines were counted in the files as they were before.
import { lineAt, openSource } from "../../syntax/source.ts";
import type { ChangeSet, TextEdit } from "../change-set.ts";
import type { PlannedFile } from "./plan-changes.ts";

interface Lines {
  readonly path: string;
  /** 1-based, both. */
  readonly line: number;
  readonly endLine?: number | undefined;
}

/** `files`: both states of the files that `changes` are of. A place inside of replaced text is at the start of the new text. */
export function leftAfter<P extends Lines>(
  left: readonly P[],
  { changes }: Pick<ChangeSet, "changes">,
  files: readonly PlannedFile[],
): P[] {
  const moved = new Map<string, (place: P) => P>();
  for (const { path, to, before, after } of files) {
    const change = changes.find((one) => one.path === path);
    if (before !== null && after !== null && change !== undefined && "edits" in change) {
      moved.set(path, movedBy(change.edits, before.text, after.text, to ?? path));
    }
  }
  return left.map((place) => moved.get(place.path)?.(place) ?? place);
}

function movedBy(
  edits: readonly TextEdit[],
  before: string,
  after: string,
  path: string,
): <P extends Lines>(place: P) => P {
  const [old, now] = [openSource(before), openSource(after)];
  const moved = (line: number): number => {
    const start = old.starts[line - 1] ?? before.length;
    return lineAt(now, offsetAfter(edits, contentOf(before, start)));
  };
  return (place) => ({
    ...place,
    path,
    line: moved(place.line),
    ...(place.endLine === undefined ? {} : { endLine: moved(place.endLine) }),
  });
}

/** The first character of a line that is no white space: an edit may end in the indentation of the line behind it. */
const contentOf = (text: string, start: number): number =>
  start + (/^[^\S\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);

function offsetAfter(edits: readonly TextEdit[], offset: number): number {
  let grown = 0;
  for (const { start, end, text } of edits) {
    if (offset < start) {
      break;
    }
    if (offset < end) {
      return start + grown;
    }
    grown += text.length - (end - start);
  }
  return offset + grown;
}
