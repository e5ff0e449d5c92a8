// The part of an index that serves search by meaning: vectors read from the store, made where missing, and searched exactly, by int8
// scan or by graph. If it fails, search by words goes on, and the status says why.
import type { Embedder } from "../../embedding/embedder.ts";
import type { TableChanges, TableView } from "../database/document-table.ts";
import type { VectorStatus } from "../project-index.ts";
import type { VectorMode } from "../vectors/choose.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { type ChunkVectors, openChunkVectors } from "./chunk-vectors.ts";
import { type EmbeddingWork, type EmbeddingWorkInput, openEmbeddingWork } from "./embedding-work.ts";
import { openStoredVectors, type StoredVectors } from "./stored-vectors.ts";
import { openVectorKind, type VectorKind } from "./vector-kind.ts";

export interface ChunkEmbeddings extends EmbeddingWork {
  /** Call it with the changes of the document table. */
  note(changes: TableChanges): void;
  /** What a snapshot of this view searches. */
  forView(view: TableView): VectorIndex;
  /** Loads the model for texts or a query that are about to come. */
  warm: Embedder["warm"];
  status(): VectorStatus;
  close(): void;
}

export interface ChunkEmbeddingsInput extends EmbeddingWorkInput {
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
}

export function openChunkEmbeddings(input: ChunkEmbeddingsInput): ChunkEmbeddings {
  const { handles, embedder, store, mode, hnswFrom, memoryLimitMb } = input;
  const connection = handles.database.openReader();
  // It reads keys in the order of chunks, each page once.
  connection.pragma("cache_size = -2000");
  const stored = openStoredVectors(store, connection);
  const vectors = openChunkVectors({
    dimensions: store.dimensions,
    stored,
    view: () => handles.table.view,
    snapshotsInUse: () => handles.snapshots.inUse,
  });
  const { model, dimensions } = embedder;
  const kind = openVectorKind({ handles, vectors, stored, mode, hnswFrom, memoryLimitMb, model, dimensions });
  const work = openEmbeddingWork(input, vectors, kind);
  return {
    ...work,
    note: vectors.note,
    forView: vectors.forView,
    warm: embedder.warm,
    status: () => statusOf(input, work, { vectors, stored, kind }),
    close: () => void connection.close(),
  };
}

interface Served {
  readonly vectors: ChunkVectors;
  readonly stored: StoredVectors;
  readonly kind: VectorKind;
}

function statusOf({ handles }: ChunkEmbeddingsInput, work: EmbeddingWork, served: Served): VectorStatus {
  const { vectors, stored, kind: wanted } = served;
  const { kind } = vectors.index;
  const choice = wanted.choice();
  const failure = work.failure();
  if (failure !== null) {
    const state = vectors.index.size === 0 ? "unavailable" : "stale";
    return { state, kind: state === "stale" ? kind : null, reason: failure.message };
  }
  const missing = work.missing();
  if (missing > 0) {
    const { chunkCount } = handles.table.view;
    const unread = vectors.unread === 0 ? "" : `; ${vectors.unread} not looked up in the vector store yet`;
    const why = handles.writer === null ? "; the index folder cannot be written" : "";
    const reason = `${chunkCount - missing} of ${chunkCount} chunks have their vector${unread}${why}`;
    return { state: "stale", kind, reason };
  }
  if (wanted.needsGraph()) {
    return { state: "falling back", kind, reason: `the graph is not there yet (${choice.reason})` };
  }
  if (stored.failure !== null && kind === "int8") {
    return { state: "falling back", kind, reason: `the vector store cannot be read: ${stored.failure.message}` };
  }
  if (wanted.withoutLibrary()) {
    return { state: "falling back", kind, reason: choice.reason };
  }
  return { state: "applied", kind, reason: kind === choice.kind ? choice.reason : "the saved graph is good" };
}
