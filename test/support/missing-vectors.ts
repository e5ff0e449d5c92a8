import type { EmbeddingKey, VectorStore } from "../../src/embedding/vector-store.ts";

/** Those of the keys that have no vector, each once. */
export function missingIn(store: Pick<VectorStore, "read">, keys: readonly EmbeddingKey[]): EmbeddingKey[] {
  const found = store.read(keys);
  return [...new Set(keys)].filter((key) => !found.has(key));
}
