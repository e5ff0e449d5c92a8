// The float32 vectors of a project's chunks in the machine's store: from chunk to key by the database, from key to vector
// by the store. Keeps nothing in memory.
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../../embedding/vector-store.ts";
import { log } from "../../system/log.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { Connection } from "../database/database.ts";
import type { ChunkRun } from "../database/document-table.ts";

export interface KeyedChunk {
  readonly id: ChunkId;
  readonly key: EmbeddingKey;
}

export interface StoredVectors {
  /** The chunks of the run that the database has now, with the keys of their texts. */
  keyed(run: ChunkRun): KeyedChunk[];
  /** As `keyed`, for single chunks. */
  keyedOnes(chunks: readonly ChunkId[]): KeyedChunk[];
  /**
   * Visits the vectors of the chunks, those that are there; `at` is the place in `chunks`, and the vector is valid
   * during the visit alone. Where the database or the store cannot be read it visits none, and `failure` says why.
   */
  visit(chunks: readonly ChunkId[], visit: (at: number, vector: Embedding) => void): void;
  /** What the last visit failed by; null where it did not. */
  readonly failure: Error | null;
}

interface KeyRow {
  readonly id: ChunkId;
  readonly embedding_key: Buffer;
}

/** `connection` is outside any long transaction. */
export function openStoredVectors(store: VectorStore, connection: Connection): StoredVectors {
  const ofRun = connection.prepare<[number, number], KeyRow>(
    "SELECT id, embedding_key FROM chunk WHERE id >= ? AND id < ?",
  );
  const ofOne = connection.prepare<[number], Buffer>("SELECT embedding_key FROM chunk WHERE id = ?").pluck();
  let failure: Error | null = null;

  function keysOf(chunks: readonly ChunkId[]): (Buffer | undefined)[] {
    return connection.transaction(() => chunks.map((chunk) => ofOne.get(chunk)))();
  }

  return {
    keyed: ({ first, count }) =>
      ofRun.all(first, first + count).map(({ id, embedding_key }) => ({ id, key: embedding_key.toString("hex") })),
    keyedOnes: (chunks) =>
      keysOf(chunks).flatMap((key, at) =>
        key === undefined ? [] : [{ id: chunks[at] as ChunkId, key: key.toString("hex") }],
      ),
    visit(chunks, visit) {
      try {
        store.visit(keysOf(chunks), visit);
        failure = null;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        log("warn", "vectors.not-read", { reason: failure.message });
      }
    },
    get failure() {
      return failure;
    },
  };
}
