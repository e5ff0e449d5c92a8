// The float32 vectors of a project's chunks in the machine's store: from chunk to key by the database, from key to vector
// by the store.
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../../embedding/vector-store.ts";
import { log } from "../../system/log.ts";
import type { Connection } from "../../system/sqlite.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
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
  /** Each chunk with its vector; undefined if the store has none. */
  read(chunks: readonly KeyedChunk[]): Iterable<readonly [ChunkId, Embedding | undefined]>;
  /**
   * Calls `visit` with each chunk's vector, if it exists; `at` is the index in `chunks`, and the vector is valid during the
   * call only. If the database or the store cannot be read, `visit` is not called, and `failure` says why.
   */
  visit(chunks: readonly ChunkId[], visit: (at: number, vector: Embedding) => void): void;
  /** Why the last `visit` failed; null if it succeeded. */
  readonly failure: Error | null;
}

/** The keys of the chunks of one document, which follow each other. */
interface KeysRow {
  readonly first: ChunkId;
  readonly keys: Buffer;
}

const KEY_BYTES = 16;

function keyIn({ first, keys }: KeysRow, chunk: ChunkId): Buffer | undefined {
  const at = (chunk - first) * KEY_BYTES;
  return at >= 0 && at < keys.length ? keys.subarray(at, at + KEY_BYTES) : undefined;
}

/** `connection` is outside any long transaction. */
export function openStoredVectors(store: VectorStore, connection: Connection): StoredVectors {
  const around = connection.prepare<[number], KeysRow>(
    "SELECT first, embedding_keys AS keys FROM chunk WHERE first <= ? ORDER BY first DESC LIMIT 1",
  );
  const within = connection.prepare<[{ from: number; end: number }], KeysRow>(
    `SELECT first, embedding_keys AS keys FROM chunk
     WHERE first >= ifnull((SELECT max(first) FROM chunk WHERE first <= @from), @from) AND first < @end ORDER BY first`,
  );
  let failure: Error | null = null;

  function keysOf(chunks: readonly ChunkId[]): (Buffer | undefined)[] {
    // Neighbours are asked for together.
    let last: KeysRow | undefined;
    return connection.transaction(() =>
      chunks.map((chunk) => {
        const known = last === undefined ? undefined : keyIn(last, chunk);
        last = known === undefined ? around.get(chunk) : last;
        return known ?? (last === undefined ? undefined : keyIn(last, chunk));
      }),
    )();
  }

  return {
    keyed({ first, count }) {
      const keyed: KeyedChunk[] = [];
      for (const row of within.all({ from: first, end: first + count })) {
        const end = Math.min(first + count, row.first + row.keys.length / KEY_BYTES);
        for (let id = Math.max(first, row.first) as ChunkId; id < end; id++) {
          keyed.push({ id, key: keyIn(row, id)?.toString("hex") ?? "" });
        }
      }
      return keyed;
    },
    keyedOnes: (chunks) =>
      keysOf(chunks).flatMap((key, at) =>
        key === undefined ? [] : [{ id: chunks[at] as ChunkId, key: key.toString("hex") }],
      ),
    *read(chunks) {
      const vectors = chunks.length === 0 ? null : store.read(chunks.map(({ key }) => key));
      for (const { id, key } of chunks) {
        yield [id, vectors?.get(key)];
      }
    },
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
