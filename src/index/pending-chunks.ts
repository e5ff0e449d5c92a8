// The chunks that lack a vector, by chunk and by the key of their text: chunks of one text wait for one vector.
import type { EmbeddingKey } from "../embedding/vector-store.ts";
import type { ChunkId } from "../vocabulary/ids.ts";

export interface PendingChunks {
  /** In the order they came in. */
  readonly chunks: ReadonlyMap<ChunkId, EmbeddingKey>;
  add(chunk: ChunkId, key: EmbeddingKey): void;
  remove(chunk: ChunkId): void;
  /** The chunks of a text, which wait no longer. */
  takeAll(key: EmbeddingKey): readonly ChunkId[];
  /** Keys of up to `count` chunks, those that came last first. */
  newestKeys(count: number): EmbeddingKey[];
}

export function openPendingChunks(): PendingChunks {
  const chunks = new Map<ChunkId, EmbeddingKey>();
  const byKey = new Map<EmbeddingKey, ChunkId[]>();

  return {
    chunks,
    add(chunk, key) {
      chunks.set(chunk, key);
      const sharing = byKey.get(key);
      if (sharing === undefined) {
        byKey.set(key, [chunk]);
      } else {
        sharing.push(chunk);
      }
    },
    remove(chunk) {
      const key = chunks.get(chunk);
      if (key === undefined) {
        return;
      }
      chunks.delete(chunk);
      const rest = (byKey.get(key) ?? []).filter((other) => other !== chunk);
      if (rest.length > 0) {
        byKey.set(key, rest);
      } else {
        byKey.delete(key);
      }
    },
    takeAll(key) {
      const taken = byKey.get(key) ?? [];
      byKey.delete(key);
      for (const chunk of taken) {
        chunks.delete(chunk);
      }
      return taken;
    },
    newestKeys: (count) => [...byKey.keys()].slice(-count).reverse(),
  };
}
