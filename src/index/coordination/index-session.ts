// The open database of a project with its chunks' embeddings. Another database takes its place when this one is damaged, or when
// another process has cleared or replaced it.
import { log } from "../../system/log.ts";
import { singleFlight } from "../../system/wait.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { type IndexHandles, openHandles } from "../database/index-handles.ts";
import { markProject, noteUse } from "../database/project-folder.ts";
import { indexFailure, isCorrupt } from "../database/sqlite-errors.ts";
import type { ChunkEmbeddings } from "../embeddings/chunk-embeddings.ts";
import type { Snapshot } from "../snapshot.ts";
import type { Jobs } from "./jobs.ts";

export interface IndexSession {
  readonly folder: string;
  handles(): IndexHandles;
  /** Null if search by meaning is off. */
  embeddings(): ChunkEmbeddings | null;
  /** Opens another database if this one is damaged or was replaced, after ending the jobs on it. INDEX_UNAVAILABLE. */
  ensureUsable(): Promise<void>;
  /** Brings the document table up to date with the commits of all processes. */
  follow(): void;
  /** The newest committed generation. */
  snapshot(): Snapshot;
  /** True once the index has held the whole corpus. */
  wasComplete(): boolean;
  /** Call it with every error of work on the database: one that shows damage makes `ensureUsable` replace the database. */
  noteError(error: unknown): void;
  close(): void;
}

export interface IndexSessionInput {
  /** Folder of the database; made when missing. */
  readonly folder: string;
  /** The project's root, absolute. */
  readonly root: string;
  readonly jobs: Jobs;
  readonly openEmbeddings: (handles: IndexHandles) => ChunkEmbeddings | null;
  /** Called when another database has taken the place of the first one. */
  readonly onReplaced: () => void;
}

interface Opened {
  readonly handles: IndexHandles;
  readonly embeddings: ChunkEmbeddings | null;
}

export async function openIndexSession(input: IndexSessionInput): Promise<IndexSession> {
  const { folder, jobs } = input;
  let damage: unknown;
  let current = await open(null);
  /** The handles whose index was found complete; it stays complete. */
  let complete: IndexHandles | null = null;

  async function open(damaged: string | null): Promise<Opened> {
    let embeddings: ChunkEmbeddings | null = null;
    const handles = await openHandles(folder, damaged, {
      onChanges: (changes) => embeddings?.note(changes),
      onError: noteError,
    });
    embeddings = input.openEmbeddings(handles);
    await markProject(folder, input.root);
    return { handles, embeddings };
  }

  function noteError(error: unknown): void {
    const cause = error instanceof Failure ? error.cause : error;
    if (isCorrupt(cause)) {
      damage = cause;
    }
  }

  function noting<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      noteError(error);
      throw error;
    }
  }

  const reopen = singleFlight(async () => {
    log("info", "index.reopened", { folder, damaged: damage !== undefined });
    const old = current;
    const damaged = damage === undefined ? null : old.handles.database.id;
    jobs.stop();
    await jobs.whenIdle();
    current = await open(damaged);
    damage = undefined;
    input.onReplaced();
    old.embeddings?.close();
    old.handles.close();
  });

  return {
    folder,
    handles: () => current.handles,
    embeddings: () => current.embeddings,
    async ensureUsable() {
      try {
        if (reopen.running() || damage !== undefined || current.handles.database.replaced()) {
          await reopen.run();
        }
      } catch (error) {
        throw indexFailure(error, folder);
      }
      noteUse(folder);
    },
    follow: () => noting(() => current.handles.snapshots.follow()),
    snapshot: () => noting(() => current.handles.snapshots.take((view) => current.embeddings?.forView(view) ?? null)),
    wasComplete() {
      const { handles } = current;
      if (complete !== handles && noting(() => handles.wasComplete())) {
        complete = handles;
      }
      return complete === handles;
    },
    noteError,
    close() {
      current.embeddings?.close();
      current.handles.close();
    },
  };
}
