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

export class IndexSession {
  readonly folder: string;
  readonly #input: IndexSessionInput;
  readonly #reopen = singleFlight(() => this.#reopenNow());
  #current!: Opened;
  #damage: unknown;
  /** The handles whose index was found complete; it stays complete. */
  #complete: IndexHandles | null = null;

  private constructor(input: IndexSessionInput) {
    this.folder = input.folder;
    this.#input = input;
  }

  static async open(input: IndexSessionInput): Promise<IndexSession> {
    const session = new IndexSession(input);
    session.#current = await session.#open(null);
    return session;
  }

  handles(): IndexHandles {
    return this.#current.handles;
  }

  /** Null if search by meaning is off. */
  embeddings(): ChunkEmbeddings | null {
    return this.#current.embeddings;
  }

  /** Opens another database if this one is damaged or was replaced, after ending the jobs on it. INDEX_UNAVAILABLE. */
  async ensureUsable(): Promise<void> {
    try {
      if (this.#reopen.running() || this.#damage !== undefined || this.handles().database.replaced()) {
        await this.#reopen.run();
      }
    } catch (error) {
      throw indexFailure(error, this.folder);
    }
    noteUse(this.folder);
  }

  /** Brings the document table up to date with the commits of all processes. */
  follow(): void {
    this.#noting(() => this.handles().snapshots.follow());
  }

  /** The newest committed generation. */
  snapshot(): Snapshot {
    const { handles, embeddings } = this.#current;
    return this.#noting(() => handles.snapshots.take((view) => embeddings?.forView(view) ?? null));
  }

  /** True once the index has held the whole corpus. */
  wasComplete(): boolean {
    const handles = this.handles();
    if (this.#complete !== handles && this.#noting(() => handles.wasComplete())) {
      this.#complete = handles;
    }
    return this.#complete === handles;
  }

  /** Call it with every error of work on the database: one that shows damage makes `ensureUsable` replace the database. */
  noteError(error: unknown): void {
    const cause = error instanceof Failure ? error.cause : error;
    if (isCorrupt(cause)) {
      this.#damage = cause;
    }
  }

  close(): void {
    close(this.#current);
  }

  async #open(damaged: string | null): Promise<Opened> {
    let embeddings: ChunkEmbeddings | null = null;
    const handles = await openHandles(this.folder, damaged, {
      onChanges: (changes) => embeddings?.note(changes),
      onError: (error) => this.noteError(error),
    });
    embeddings = this.#input.openEmbeddings(handles);
    await markProject(this.folder, this.#input.root);
    return { handles, embeddings };
  }

  async #reopenNow(): Promise<void> {
    log("info", "index.reopened", { folder: this.folder, damaged: this.#damage !== undefined });
    const old = this.#current;
    const damaged = this.#damage === undefined ? null : old.handles.database.id;
    this.#input.jobs.stop();
    await this.#input.jobs.whenIdle();
    this.#current = await this.#open(damaged);
    this.#damage = undefined;
    this.#input.onReplaced();
    close(old);
  }

  #noting<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      this.noteError(error);
      throw error;
    }
  }
}

function close({ embeddings, handles }: Opened): void {
  embeddings?.close();
  handles.close();
}
