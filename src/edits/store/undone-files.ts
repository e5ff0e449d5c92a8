// What an undo makes of a session's files: what the commit did, backwards.
import type { EditSession } from "./edit-session.ts";
import type { FileState } from "./journal.ts";
import { contentOf, type FileContent, type PlannedFile } from "./plan-changes.ts";
import type { Contents } from "./steps.ts";

const BACK = { edit: "edit", create: "delete", delete: "create", move: "move" } as const;

/** `contents` has those of all states that differ. */
export function undoneFiles({ files }: EditSession, contents: Contents): PlannedFile[] {
  const contentAt = (state: FileState | null): FileContent | null => {
    const bytes = state === null ? undefined : contents.get(state.sha256);
    return state === null || bytes === undefined ? null : contentOf(bytes, state.mode);
  };
  return files
    .filter(({ to, before, after }) => to !== null || before?.sha256 !== after?.sha256)
    .map(({ kind, path, to, before, after }) => ({
      kind: BACK[kind],
      path: to ?? path,
      to: to === null ? null : path,
      before: contentAt(after),
      after: contentAt(before),
    }));
}
