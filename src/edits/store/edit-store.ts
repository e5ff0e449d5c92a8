// Stages, commits and undoes edits of one project. The only part of the program that writes a project's files.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUSY_FILES, type BusyFiles } from "../../system/platform/busy-files.ts";
import { codeOf, Failure } from "../../vocabulary/failure.ts";
import type { ChangeSet, Refusal } from "../change-set.ts";
import { openBackups } from "./backups.ts";
import { type EditSession, Sessions } from "./edit-session.ts";
import { type BranchOutcome, type BranchRequest, type MadeBranch, makeBranch, prepareBranch } from "./git-branch.ts";
import { JOURNAL_FILE } from "./journal.ts";
import { mergeChanges } from "./merge-changes.ts";
import { requireEditable } from "./never-edited.ts";
import { CHANGED, type Plan, type PlannedFile, planChanges, refusal } from "./plan-changes.ts";
import { type Recovery, recoverInterrupted } from "./recover.ts";
import { type RetentionLimit, removeOldSessions } from "./remove-old-sessions.ts";
import { runTransaction, type StorePlace, type Transaction } from "./run-transaction.ts";
import { commitSteps, undoSteps } from "./steps.ts";
import { localStoreDisk, type StoreDisk } from "./store-disk.ts";
import { withFreeStore, withStoreLock } from "./store-lock.ts";
import { type Obstacle, ObstacleError } from "./transaction.ts";
import { undoneFiles } from "./undone-files.ts";

/** Name of the store's folder in the project's folder of the global home; the dot keeps it out of the list of saved results. */
export const EDITS_FOLDER = ".edits";

export interface EditStoreOptions {
  /** Absolute; made with the first session. */
  readonly folder: string;
  /** Absolute, real path of the project. */
  readonly root: string;
  /** Committed and undone sessions that are kept with their backups; the newest is always kept. Default 50. */
  readonly sessionsMax?: number;
  /** Likewise, their size in bytes; default 256 MiB. */
  readonly bytesMax?: number;
  /** Longest wait for another process that commits or undoes, in milliseconds; default 10,000. */
  readonly lockWaitMs?: number;
  readonly now?: () => Date;
  readonly disk?: StoreDisk;
  readonly busy?: BusyFiles;
}

export type StageOutcome =
  | { readonly kind: "staged"; readonly session: EditSession; readonly files: readonly PlannedFile[] }
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

export type CommitOutcome =
  | {
      readonly kind: "committed";
      readonly session: EditSession;
      readonly files: readonly PlannedFile[];
      /** The git branch that was asked for; null where none was. */
      readonly branch: BranchOutcome | null;
      /** Older sessions that were removed by the limit, and can no longer be undone. */
      readonly removed: readonly string[];
    }
  /** Nothing was changed; files that changed since they were read are refused as `stale`. */
  | { readonly kind: "refused"; readonly refusals: readonly Refusal[] };

export type UndoOutcome =
  | { readonly kind: "undone"; readonly session: EditSession; readonly files: readonly PlannedFile[] }
  /** Nothing was changed: these files are not as the commit left them. */
  | { readonly kind: "stale"; readonly obstacles: readonly Obstacle[] };

export interface CommitOptions {
  readonly branch?: BranchRequest;
}

const SESSIONS_MAX = 50;
const BYTES_MAX = 256 * 1024 * 1024;
const LOCK_WAIT_MS = 10_000;

/** Opens the store and completes what another process left unfinished. */
export async function openEditStore(options: EditStoreOptions): Promise<EditStore> {
  const { folder, root, now = () => new Date(), disk = localStoreDisk, busy = BUSY_FILES } = options;
  const place: StorePlace = { folder, root, disk, busy, sessions: new Sessions(folder, disk, now) };
  const isInterrupted = existsSync(join(folder, JOURNAL_FILE));
  const recovered = isInterrupted ? await withFreeStore(folder, () => recoverInterrupted(place)) : null;
  return new EditStore(place, options, recovered);
}

/**
 * The edits of one project. Every method throws STORAGE_UNAVAILABLE where the system refuses to write (the disk is full, permission is
 * denied): all files are then as they were. One that takes an id throws NOT_FOUND, and INVALID_INPUT where the session's state does not
 * allow it.
 */
export class EditStore {
  /** What was done, when the store was opened, about a commit or undo that a process did not finish; null if there was none. */
  readonly recovered: Recovery | null;
  readonly #place: StorePlace;
  readonly #retention: RetentionLimit;
  readonly #lockWaitMs: number;
  readonly #now: () => Date;

  /** Only for `openEditStore`. */
  constructor(place: StorePlace, options: EditStoreOptions, recovered: Recovery | null) {
    const { sessionsMax = SESSIONS_MAX, bytesMax = BYTES_MAX, lockWaitMs = LOCK_WAIT_MS } = options;
    this.recovered = recovered;
    this.#place = place;
    this.#retention = { sessions: sessionsMax, bytes: bytesMax };
    this.#lockWaitMs = lockWaitMs;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Adds an edit to a staged session, or to a new one where `id` is null. Where the edit is refused nothing is added, and no session
   * begun.
   */
  stage(id: string | null, change: ChangeSet): Promise<StageOutcome> {
    return this.#locked(async () => {
      const { sessions, root } = this.#place;
      const session = id === null ? sessions.begin(root) : this.#readIn(id, "staged", "extended");
      const outcome = this.#withChange(session, change);
      if (outcome.kind === "staged") await sessions.write(outcome.session);
      return outcome;
    });
  }

  /** What a commit would make of the files as they are now. */
  preview(id: string): Plan {
    return planChanges(this.#place.root, this.#readIn(id, "staged", "previewed").changes);
  }

  /** With a `branch`, also makes a git branch at HEAD with a commit of the session's files; see git-branch.ts. */
  commit(id: string, options: CommitOptions = {}): Promise<CommitOutcome> {
    return this.#locked(() => this.#commitSession(this.#readIn(id, "staged", "committed"), options));
  }

  /** Stages and commits in one; leaves no session where it is refused. */
  apply(change: ChangeSet, options: CommitOptions = {}): Promise<CommitOutcome> {
    return this.#locked(async () => {
      const { sessions, root } = this.#place;
      const staged = this.#withChange(sessions.begin(root), change);
      return staged.kind === "staged" ? this.#commitSession(staged.session, options) : staged;
    });
  }

  /** Discards a staged session. */
  rollback(id: string): Promise<EditSession> {
    return this.#locked(async () => {
      const session = this.#readIn(id, "staged", "rolled back");
      this.#place.sessions.remove(id);
      return session;
    });
  }

  /** What an undo would make of the files as they are now. */
  previewUndo(id: string): Extract<Plan, { kind: "planned" }> | Extract<UndoOutcome, { kind: "stale" }> {
    const session = this.#readIn(id, "committed", "undone");
    const undo = this.#wayBack(session);
    return "obstacles" in undo
      ? { kind: "stale", obstacles: undo.obstacles }
      : { kind: "planned", files: undoneFiles(session, undo.contents) };
  }

  undo(id: string): Promise<UndoOutcome> {
    return this.#locked(() => this.#undoSession(this.#readIn(id, "committed", "undone")));
  }

  /** Newest first. */
  list(): readonly EditSession[] {
    return this.#place.sessions.list();
  }

  get(id: string): EditSession {
    return this.#place.sessions.read(id);
  }

  /** A journal that is found under the lock was left by a process that ended: its files are put back first. */
  #locked<Result>(use: () => Promise<Result>): Promise<Result> {
    return withStoreLock(this.#place.folder, this.#lockWaitMs, async () => {
      await recoverInterrupted(this.#place);
      return use();
    });
  }

  #readIn(id: string, state: EditSession["state"], doing: string): EditSession {
    const session = this.#place.sessions.read(id);
    if (session.state === state) return session;
    throw new Failure("INVALID_INPUT", `edit session ${id} is ${session.state}: it cannot be ${doing}`, {
      hint: session.state === "committed" ? "undo_edits reverts it" : "edit_status lists the sessions and their states",
    });
  }

  #withChange(session: EditSession, change: ChangeSet): StageOutcome {
    const merged = mergeChanges(session.changes, change.changes);
    if (merged.kind === "refused") return merged;
    const plan = planChanges(this.#place.root, merged.changes);
    if (plan.kind === "refused") return plan;
    const staged: EditSession = {
      ...session,
      changed: this.#stamp(),
      intents: [...session.intents, change.intent],
      changes: merged.changes,
      left: [...session.left, ...change.left],
      symbols: [...new Set([...session.symbols, ...change.symbols])],
    };
    return { kind: "staged", session: staged, files: plan.files };
  }

  async #commitSession(session: EditSession, { branch }: CommitOptions): Promise<CommitOutcome> {
    const { root, sessions } = this.#place;
    if (session.changes.length === 0) {
      const hint = "stage an edit first (stage_edit)";
      throw new Failure("INVALID_INPUT", `edit session ${session.id} has no edits`, { hint });
    }
    const plan = planChanges(root, session.changes);
    if (plan.kind === "refused") return plan;
    const prepared = branch === undefined ? null : await prepareBranch(root, branch, plan.files);
    const { files, ...steps } = commitSteps(root, plan.files);
    const { folders } = steps;
    const done: EditSession = { ...session, state: "committed", changed: this.#stamp(), changes: [], files, folders };
    const obstacle = await this.#run({ ...steps, emptied: [], done });
    if (obstacle !== null) {
      return { kind: "refused", refusals: [refusal("stale", obstacle.path, `the file ${obstacle.why}`, CHANGED)] };
    }
    const made = prepared && (await makeBranch(root, prepared));
    const removed = removeOldSessions(sessions, this.#retention);
    const recorded = made?.kind === "made" ? await this.#recordBranch(done, made) : done;
    return { kind: "committed", session: recorded, files: plan.files, branch: made, removed };
  }

  async #recordBranch(session: EditSession, { branch, commit }: MadeBranch): Promise<EditSession> {
    const recorded: EditSession = { ...session, git: { branch, commit } };
    await this.#place.sessions.write(recorded).catch((error: unknown) => {
      // The edit and the branch are made, and the answer says so; only the record of the branch is missing.
      if (codeOf(error) === "") throw error;
    });
    return recorded;
  }

  async #undoSession(session: EditSession): Promise<UndoOutcome> {
    const undo = this.#wayBack(session);
    if ("obstacles" in undo) return { kind: "stale", obstacles: undo.obstacles };
    const done: EditSession = { ...session, state: "undone", changed: this.#stamp() };
    const obstacle = await this.#run({ ...undo, emptied: session.folders, done });
    return obstacle === null
      ? { kind: "undone", session: done, files: undoneFiles(session, undo.contents) }
      : { kind: "stale", obstacles: [obstacle] };
  }

  #wayBack(session: EditSession): ReturnType<typeof undoSteps> {
    const { root, sessions, disk } = this.#place;
    const { id, files, folders } = session;
    const paths = files.flatMap(({ path, to }) => (to === null ? [path] : [path, to]));
    requireEditable(root, { document: sessions.fileOf(id), files: paths, folders });
    return undoSteps(root, session, openBackups(sessions.folderOf(session.id), disk));
  }

  /** Null where it happened; a file that changed meanwhile, where nothing was changed. */
  async #run(transaction: Transaction): Promise<Obstacle | null> {
    try {
      await runTransaction(this.#place, transaction);
      return null;
    } catch (error) {
      if (error instanceof ObstacleError) return error.obstacle;
      throw error;
    }
  }

  #stamp(): string {
    return this.#now().toISOString();
  }
}
