// The float32 vectors of a project's chunks in the machine's store: from chunk to key by the database, from key to vector
// by the store.
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../../embedding/vector-store.ts";
import { log } from "../../system/log.ts";
import type { Connection, Statement } from "../../system/sqlite.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import type { IndexDatabase } from "../database/database.ts";
import type { ChunkRun } from "../database/document-table.ts";

export interface KeyedChunk {
  readonly id: ChunkId;
  readonly key: EmbeddingKey;
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

export class StoredVectors {
  /** Why the last `visit` failed; null if it succeeded. */
  failure: Error | null = null;
  readonly #store: VectorStore;
  readonly #connection: Connection;
  readonly #rowOf: Statement<[number], KeysRow>;
  readonly #rowsIn: Statement<[{ from: number; end: number }], KeysRow>;

  constructor(store: VectorStore, database: IndexDatabase) {
    this.#store = store;
    this.#connection = database.openReader();
    // It reads keys in the order of chunks, each page once.
    this.#connection.pragma("cache_size = -2000");
    this.#rowOf = this.#connection.prepare(
      "SELECT first, embedding_keys AS keys FROM chunk WHERE first <= ? ORDER BY first DESC LIMIT 1",
    );
    this.#rowsIn = this.#connection.prepare(
      `SELECT first, embedding_keys AS keys FROM chunk
       WHERE first >= ifnull((SELECT max(first) FROM chunk WHERE first <= @from), @from) AND first < @end ORDER BY first`,
    );
  }

  /** The chunks of the run that the database has now, with the keys of their texts. */
  keyed({ first, count }: ChunkRun): KeyedChunk[] {
    const keyed: KeyedChunk[] = [];
    for (const row of this.#rowsIn.all({ from: first, end: first + count })) {
      const end = Math.min(first + count, row.first + row.keys.length / KEY_BYTES);
      for (let id = Math.max(first, row.first) as ChunkId; id < end; id++) {
        keyed.push({ id, key: keyIn(row, id)?.toString("hex") ?? "" });
      }
    }
    return keyed;
  }

  /** As `keyed`, for single chunks. */
  keyedOnes(chunks: readonly ChunkId[]): KeyedChunk[] {
    return this.#keysOf(chunks).flatMap((key, at) =>
      key === undefined ? [] : [{ id: chunks[at] as ChunkId, key: key.toString("hex") }],
    );
  }

  /** Each chunk with its vector; undefined if the store has none. */
  *read(chunks: readonly KeyedChunk[]): Iterable<readonly [ChunkId, Embedding | undefined]> {
    const vectors = chunks.length === 0 ? null : this.#store.read(chunks.map(({ key }) => key));
    for (const { id, key } of chunks) {
      yield [id, vectors?.get(key)];
    }
  }

  /**
   * Calls `visit` with each chunk's vector, if it exists; `at` is the index in `chunks`, and the vector is valid during the
   * call only. If the database or the store cannot be read, `visit` is not called, and `failure` says why.
   */
  visit(chunks: readonly ChunkId[], visit: (at: number, vector: Embedding) => void): void {
    try {
      this.#store.visit(this.#keysOf(chunks), visit);
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      log("warn", "vectors.not-read", { reason: this.failure.message });
    }
  }

  close(): void {
    this.#connection.close();
  }

  #keysOf(chunks: readonly ChunkId[]): (Buffer | undefined)[] {
    // Neighbouring chunks are asked for one after the other, and most have their keys in one row.
    let last: KeysRow | undefined;
    return this.#connection.transaction(() =>
      chunks.map((chunk) => {
        const known = last === undefined ? undefined : keyIn(last, chunk);
        last = known === undefined ? this.#rowOf.get(chunk) : last;
        return known ?? (last === undefined ? undefined : keyIn(last, chunk));
      }),
    )();
  }
}
