// A content key is 16 bytes, and so is the id of an object: the same bytes are both.
import type { EmbeddingKey } from "../embedding/vector-store.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const uuidOf = (key: EmbeddingKey): string =>
  [key.slice(0, 8), key.slice(8, 12), key.slice(12, 16), key.slice(16, 20), key.slice(20)].join("-");

/** Null for what is no id. */
export function keyOf(uuid: unknown): EmbeddingKey | null {
  const text = String(uuid).toLowerCase();
  return UUID.test(text) ? text.replaceAll("-", "") : null;
}
