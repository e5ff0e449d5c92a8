// Which row of a table each chunk has: a hash table in two typed arrays, 16 bytes a chunk at most, where a Map takes 40.
// Knows nothing of what the rows hold.
import type { ChunkId } from "../../vocabulary/ids.ts";

export interface ChunkRows {
  /** -1 where the chunk has none. */
  get(chunk: ChunkId): number;
  set(chunk: ChunkId, row: number): void;
  delete(chunk: ChunkId): void;
}

const SLOTS_AT_FIRST = 1_024;
/** Above this share of taken slots, chains of collisions grow long. */
const LOAD_MAX = 0.7;
/** Knuth's multiplicative hash: 2^32 divided by the golden ratio. Neighbouring ids land far apart. */
const GOLDEN = 0x9e3779b1;

export function openChunkRows(): ChunkRows {
  let mask = SLOTS_AT_FIRST - 1;
  /** Chunk + 1 of each slot; 0 is free. */
  let keys = new Uint32Array(SLOTS_AT_FIRST);
  let rows = new Int32Array(SLOTS_AT_FIRST);
  let taken = 0;

  const home = (key: number) => (Math.imul(key, GOLDEN) >>> 8) & mask;

  /** The slot of the key, or the free one where it would go. */
  function slotOf(key: number): number {
    let slot = home(key);
    while (keys[slot] !== 0 && keys[slot] !== key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function grow(): void {
    const [oldKeys, oldRows] = [keys, rows];
    mask = mask * 2 + 1;
    keys = new Uint32Array(mask + 1);
    rows = new Int32Array(mask + 1);
    for (const [at, key] of oldKeys.entries()) {
      if (key !== 0) {
        const slot = slotOf(key);
        keys[slot] = key;
        rows[slot] = oldRows[at] ?? -1;
      }
    }
  }

  return {
    get(chunk) {
      const slot = slotOf(chunk + 1);
      return keys[slot] === 0 ? -1 : (rows[slot] ?? -1);
    },
    set(chunk, row) {
      const slot = slotOf(chunk + 1);
      if (keys[slot] === 0) {
        taken += 1;
      }
      keys[slot] = chunk + 1;
      rows[slot] = row;
      if (taken > (mask + 1) * LOAD_MAX) {
        grow();
      }
    },
    delete(chunk) {
      let free = slotOf(chunk + 1);
      if (keys[free] === 0) {
        return;
      }
      taken -= 1;
      // What comes behind moves up where its own place would otherwise be cut off (Knuth, volume 3, algorithm 6.4R).
      for (let slot = (free + 1) & mask; keys[slot] !== 0; slot = (slot + 1) & mask) {
        const key = keys[slot] ?? 0;
        if (((slot - home(key)) & mask) >= ((slot - free) & mask)) {
          keys[free] = key;
          rows[free] = rows[slot] ?? -1;
          free = slot;
        }
      }
      keys[free] = 0;
    },
  };
}
