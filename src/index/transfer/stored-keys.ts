// Which of a project's keys have a vector in the machine's store.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { VectorStore } from "../../embedding/vector-store.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkKeys } from "./chunk-keys.ts";

/** Keys looked up between two yields to the event loop: some 5 ms. */
export const KEYS_SLICE = 512;

/** By the key's place in `keys`: 1 for one that the store has. Throws CANCELLED. */
export async function storedKeys(store: VectorStore, keys: ChunkKeys, signal: AbortSignal): Promise<Uint8Array> {
  const stored = new Uint8Array(keys.size);
  for (let from = 0; from < keys.size; from += KEYS_SLICE) {
    throwIfCancelled(signal);
    const end = Math.min(from + KEYS_SLICE, keys.size);
    store.visit(keys.keysIn(from, end), (at) => {
      stored[from + at] = 1;
    });
    await yieldToEvents();
  }
  return stored;
}

/** Chunks whose key is marked. */
export const chunksMarked = (keys: ChunkKeys, marks: Uint8Array): number =>
  marks.reduce((sum, mark, at) => sum + (mark === 1 ? keys.chunksAt(at) : 0), 0);
