// Completes what a process left when it ended in the middle of a commit or an undo: everything goes back, unless the session's
// document already says that it happened.
import { join } from "node:path";
import { reasonOf } from "../../project/problems.ts";
import { codeOf, Failure } from "../../vocabulary/failure.ts";
import { openBackups } from "./backups.ts";
import { JOURNAL_FILE, type Journal, readJournal, removeJournal } from "./journal.ts";
import { notOurs, requireEditable } from "./never-edited.ts";
import { cleanUp, type StorePlace } from "./run-transaction.ts";
import { isTemporaryOf } from "./steps.ts";
import { type Obstacle, ObstacleError, revert } from "./transaction.ts";
import { WrittenFolders } from "./tree-folder.ts";

export interface Recovery {
  readonly session: string;
  /** What the process was doing. */
  readonly doing: "commit" | "undo";
  /** `completed`: all files were in place already. */
  readonly outcome: "completed" | "put back";
  /** Files that another program changed since; they were left as they are. The session's backups have their content from before. */
  readonly obstacles: readonly Obstacle[];
}

/** To be called under the lock. Null where nothing was interrupted. */
export async function recoverInterrupted(store: StorePlace): Promise<Recovery | null> {
  const { folder, root, sessions } = store;
  const journal = readJournal(folder);
  if (journal === null) return null;
  if (journal.root !== root) throw ofOtherRoot(journal.root, root);
  requireOwn(store, journal);
  const { session, to } = journal;
  const happened = stateOf(session) === to;
  const obstacles = await bringToEnd(store, journal, happened);
  sessions.removeLeftovers();
  const doing = to === "committed" ? "commit" : "undo";
  return { session, doing, outcome: happened ? "completed" : "put back", obstacles };

  function stateOf(id: string): string | null {
    try {
      return sessions.read(id).state;
    } catch (error) {
      if (error instanceof Failure && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }
}

/** Throws STORAGE_UNAVAILABLE where the system refuses; the journal stays, so that the next start tries again. */
async function bringToEnd(store: StorePlace, journal: Journal, happened: boolean): Promise<readonly Obstacle[]> {
  const kept = new WrittenFolders(store.root, false);
  try {
    if (happened) {
      await cleanUp(store, kept, journal);
      return [];
    }
    const backups = openBackups(store.sessions.folderOf(journal.session), store.disk);
    const obstacles = await revert(store, kept, journal, backups);
    await removeJournal(store);
    return obstacles;
  } catch (error) {
    const message = `an interrupted edit could not be put back: ${reasonOf(error)}`;
    if (error instanceof ObstacleError) {
      const hint = `move the folder back to its place, then try again; without it, delete ${join(store.folder, JOURNAL_FILE)} and the files .*.tmp that are left in the folder`;
      throw new Failure("STORAGE_UNAVAILABLE", message, { hint, cause: error });
    }
    if (codeOf(error) === "") throw error;
    const hint = `${store.busy.remedy}: the next edit, or the next start, tries again`;
    throw new Failure("STORAGE_UNAVAILABLE", message, { hint, cause: error });
  } finally {
    kept.close();
  }
}

/** Throws DOCUMENT_INVALID for a journal that no commit or undo writes. */
function requireOwn({ root, folder }: StorePlace, { steps, folders, emptied }: Journal): void {
  const document = join(folder, JOURNAL_FILE);
  requireEditable(root, { document, files: steps.map(({ path }) => path), folders: [...folders, ...emptied] });
  for (const { path, fresh, aside } of steps) {
    for (const name of [fresh, aside]) {
      if (name !== null && !isTemporaryOf(path, name)) throw notOurs(document, name);
    }
  }
}

function ofOtherRoot(recorded: string, root: string): Failure {
  const message = `an edit of ${recorded} was interrupted, and this project is ${root}`;
  const hint = "open the project at its former place once, so that the files there are put back";
  return new Failure("STORAGE_UNAVAILABLE", message, { hint });
}
