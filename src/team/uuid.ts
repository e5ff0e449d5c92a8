// The id of a Weaviate object is a UUID: the 16 bytes of the chunk's content key.
import type { EmbeddingKey } from "../embedding/vector-store.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const uuidOf = (key: EmbeddingKey): string =>
  [key.slice(0, 8), key.slice(8, 12), key.slice(12, 16), key.slice(16, 20), key.slice(20)].join("-");

/** Null for what is no id. */
export function keyOf(uuid: unknown): EmbeddingKey | null {
  const text = String(uuid).toLowerCase();
  return UUID.test(text) ? text.replaceAll("-", "") : null;
}
