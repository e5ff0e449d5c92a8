// The part of an index that serves search by meaning: vectors read from the store, made where missing, and searched exactly, by int8
// scan or by graph. If it fails, search by words goes on, and the status says why.
import type { TeamIndex } from "../../embedding/team-index.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import type { TableChanges, TableView } from "../database/document-table.ts";
import type { VectorStatus } from "../project-index.ts";
import type { VectorChoice, VectorMode } from "../vectors/choose.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { ChunkVectors } from "./chunk-vectors.ts";
import { EmbeddingWork, type EmbeddingWorkInput } from "./embedding-work.ts";
import { type KeyedChunk, StoredVectors } from "./stored-vectors.ts";
import { openTeamSource } from "./team-source.ts";
import { TeamVectors } from "./team-vectors.ts";
import type { VectorAccess } from "./vector-access.ts";
import { type ServedKind, teamKind, VectorKind } from "./vector-kind.ts";

export interface ChunkEmbeddingsInput extends EmbeddingWorkInput {
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
  /** Null for a project without a team's index. */
  readonly team: TeamIndex | null;
}

export class ChunkEmbeddings extends EmbeddingWork {
  readonly #input: ChunkEmbeddingsInput;
  readonly #stored: StoredVectors;
  readonly #vectors: ChunkVectors;
  readonly #kind: ServedKind;

  constructor(input: ChunkEmbeddingsInput) {
    const stored = new StoredVectors(input.store, input.handles.database);
    const { team, handles } = input;
    const { dimensions } = input.store;
    const lost = (chunks: readonly ChunkId[]) => vectors.lost(chunks);
    const shared = team && {
      index: new TeamVectors(openTeamSource({ team, handles, stored, dimensions, lost })),
      contains: (chunks: readonly KeyedChunk[], signal: AbortSignal | undefined) =>
        team.contains(
          chunks.map(({ key }) => key),
          signal,
        ),
    };
    const vectors = new ChunkVectors(handles, stored, dimensions, shared);
    const kind = team === null ? new VectorKind({ ...input, vectors, stored }) : teamKind(team.name);
    super(input, vectors, kind);
    this.#input = input;
    this.#stored = stored;
    this.#vectors = vectors;
    this.#kind = kind;
  }

  /** Call it with the changes of the document table. */
  note(changes: TableChanges): void {
    this.#vectors.note(changes);
  }

  /** What a snapshot of this view searches. */
  forView(view: TableView): VectorIndex {
    return this.#vectors.served.forView(view);
  }

  /** Begins to read saved vectors for a request that is about to need them. */
  begin(): void {
    this.#kind.begin(this.#input.signal());
  }

  /** Loads the model for texts or a query that are about to come. */
  warm(what: "query" | "texts"): void {
    this.#input.embedder.warm(what);
  }

  status(): VectorStatus {
    const { handles } = this.#input;
    const { size, kind } = this.#vectors.served.index;
    const failure = this.failure();
    if (failure !== null) {
      const { message: reason } = failure;
      return size === 0 ? { state: "unavailable", kind: null, reason } : { state: "stale", kind, reason };
    }
    const remote = this.#vectors.served.index.remote?.failure() ?? null;
    if (remote !== null) {
      return { state: "stale", kind, reason: remote.message };
    }
    const missing = this.missing();
    if (missing > 0) {
      const { chunkCount } = handles.table.view;
      const unread = this.#vectors.unread.size;
      const notRead = unread === 0 ? "" : `; up to ${formatNumber(unread)} more are on disk and read in turn`;
      const why = handles.writer === null ? "; the index folder cannot be written" : "";
      const reason = `${formatNumber(chunkCount - missing)} of ${formatNumber(chunkCount)} chunks are searchable by meaning${notRead}${why}`;
      return { state: "stale", kind, reason };
    }
    const choice = this.#kind.choice();
    const fallback = this.#fallback(choice);
    if (fallback !== null) {
      return { state: "falling back", kind, reason: fallback };
    }
    return { state: "applied", kind, reason: kind === choice.kind ? choice.reason : "the saved graph is good" };
  }

  /** For export and import. */
  access(): VectorAccess {
    const { handles, source, embedder, store } = this.#input;
    return { handles, source, embedder, store, stored: this.#stored, vectors: this.#vectors };
  }

  close(): void {
    this.#stored.close();
  }

  /** Why another kind of index serves than the project should have, or the same one less exactly; null if neither is so. */
  #fallback({ reason }: VectorChoice): string | null {
    if (this.#kind.needsGraph()) {
      return `the graph is not there yet (${reason})`;
    }
    if (this.#stored.failure !== null && this.#vectors.served.index.kind === "int8") {
      return `the vector store cannot be read: ${this.#stored.failure.message}`;
    }
    return this.#kind.lacksLibrary() ? reason : null;
  }
}
