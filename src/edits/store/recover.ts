// Completes what a process left when it ended in the middle of a commit or an undo: everything goes back, unless the session's
// document already says that it happened.
import { reasonOf } from "../../project/problems.ts";
import { codeOf } from "../../vocabulary/errors.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { openBackups } from "./backups.ts";
import { type Journal, readJournal, removeJournal } from "./journal.ts";
import { cleanUp, type StorePlace } from "./run-transaction.ts";
import { type Obstacle, revert } from "./transaction.ts";

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
  const { session, to } = journal;
  const happened = stateOf(session) === to;
  const obstacles = happened ? [] : await putBack(store, journal);
  if (happened) await cleanUp(store, journal);
  else await removeJournal(store);
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
async function putBack(store: StorePlace, journal: Journal): Promise<readonly Obstacle[]> {
  try {
    return await revert(store, journal, openBackups(store.sessions.folderOf(journal.session), store.disk));
  } catch (error) {
    if (codeOf(error) === "") throw error;
    const message = `an interrupted edit could not be put back: ${reasonOf(error)}`;
    const hint = `${store.busy.remedy}: the next edit, or the next start, tries again`;
    throw new Failure("STORAGE_UNAVAILABLE", message, { hint, cause: error });
  }
}

function ofOtherRoot(recorded: string, root: string): Failure {
  const message = `an edit of ${recorded} was interrupted, and this project is ${root}`;
  const hint = "open the project at its former place once, so that the files there are put back";
  return new Failure("STORAGE_UNAVAILABLE", message, { hint });
}
