// One transaction from its journal to the session's new state; where anything fails, everything is put back.
import { reasonOf } from "../../project/problems.ts";
import type { BusyFiles } from "../../system/platform/busy-files.ts";
import { codeOf, Failure } from "../../vocabulary/failure.ts";
import { openBackups } from "./backups.ts";
import type { EditSession, Sessions } from "./edit-session.ts";
import { JOURNAL_VERSION, type Journal, removeJournal, type Step, writeJournal } from "./journal.ts";
import type { Contents } from "./steps.ts";
import {
  type Obstacle,
  ObstacleError,
  place,
  prepare,
  removeFolders,
  removeTemporaries,
  revert,
  StepError,
  type Tree,
} from "./transaction.ts";
import { WrittenFolders } from "./tree-folder.ts";

export interface StorePlace extends Tree {
  /** The store's folder. */
  readonly folder: string;
  readonly sessions: Sessions;
}

export interface Transaction {
  readonly steps: readonly Step[];
  /** Project-relative folders to make, outermost first. */
  readonly folders: readonly string[];
  /** Likewise, to remove at the end as far as they are empty. */
  readonly emptied: readonly string[];
  readonly contents: Contents;
  /** The session as it is once all files are in place; writing it is what decides that the transaction happened. */
  readonly done: EditSession;
}

/** Throws ObstacleError for a file that changed meanwhile, and STORAGE_UNAVAILABLE; all files are then as they were. */
export async function runTransaction(store: StorePlace, transaction: Transaction): Promise<void> {
  const { folder, root, disk, sessions } = store;
  const { done, contents, steps, folders, emptied } = transaction;
  const to = done.state === "undone" ? "undone" : "committed";
  const journal: Journal = { schema_version: JOURNAL_VERSION, root, session: done.id, to, steps, folders, emptied };
  const backups = openBackups(sessions.folderOf(done.id), disk);
  const contentOf = (sha256: string): Buffer => {
    const bytes = contents.get(sha256);
    if (bytes === undefined) throw new Error(`no content for ${sha256}`);
    return bytes;
  };
  try {
    for (const { before } of steps) if (before !== null) await backups.keep(before.sha256, contentOf(before.sha256));
    await writeJournal(folder, journal, disk);
  } catch (error) {
    throw explain(error, store.busy);
  }
  const kept = new WrittenFolders(root, true);
  try {
    try {
      await prepare(store, kept, journal, contentOf);
      await place(store, journal);
      await sessions.write(done);
    } catch (error) {
      await putBack(store, kept, journal, error);
      throw explain(error, store.busy);
    }
    await cleanUp(store, kept, journal).catch((error: unknown) => {
      // The journal is still there: the next edit, or the next start, comes here again.
      if (!(error instanceof ObstacleError) && codeOf(error) === "") throw error;
    });
  } finally {
    kept.close();
  }
}

/** After the transaction has happened: removes its temporary files, the folders that it emptied, and the journal. */
export async function cleanUp(store: StorePlace, kept: WrittenFolders, journal: Journal): Promise<void> {
  await removeTemporaries(store, kept, journal);
  await removeFolders(store, journal.emptied);
  await removeJournal(store);
}

/** Throws STORAGE_UNAVAILABLE where not everything could be put back. */
async function putBack(store: StorePlace, kept: WrittenFolders, journal: Journal, error: unknown): Promise<void> {
  const { disk, sessions } = store;
  const why = reasonFor(error);
  let obstacles: readonly Obstacle[];
  try {
    obstacles = await revert(store, kept, journal, openBackups(sessions.folderOf(journal.session), disk));
    await removeJournal(store);
  } catch (cause) {
    const message = `the edit failed (${why}), and putting its files back failed, too: ${reasonOf(cause)}`;
    const hint = `${store.busy.remedy}: the next edit, or the next start, puts them back first`;
    throw new Failure("STORAGE_UNAVAILABLE", message, { hint, cause });
  }
  const [first] = obstacles;
  if (first === undefined) return;
  const message = `the edit failed (${why}); ${first.path} ${first.why} meanwhile and was left as it is, all other files are as they were`;
  throw new Failure("STORAGE_UNAVAILABLE", message, { hint: `look at ${first.path}, then try again`, cause: error });
}

function explain(error: unknown, { remedy }: BusyFiles): unknown {
  const isOfSystem = error instanceof StepError || codeOf(error) !== "";
  if (!isOfSystem) return error;
  return new Failure("STORAGE_UNAVAILABLE", `${reasonFor(error)}; no file was changed`, {
    hint: `${remedy}, then try again`,
    cause: error,
  });
}

const reasonFor = (error: unknown): string =>
  error instanceof StepError ? `${error.message}: ${reasonOf(error.cause)}` : reasonOf(error);
