// The distinct keys of a project's chunks in ascending order, as in an exported file. They take 24 bytes a chunk, and twice that while they
// are sorted: 24 MB for half a million.
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import { openSlicer } from "../../system/slices.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { runsOf, type TableView } from "../database/document-table.ts";
import type { StoredVectors } from "../embeddings/stored-vectors.ts";

const KEY_BYTES = 16;
/** The keys are sorted in parts by their first byte, each in about a millisecond. */
const PARTS = 256;

export class ChunkKeys {
  /** Of distinct keys. */
  readonly size: number;
  /** Of chunks. */
  readonly chunkCount: number;
  readonly #keys: Buffer;
  readonly #chunks: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(keys: Buffer, chunks: Uint32Array, counts: Uint32Array) {
    this.size = chunks.length;
    this.chunkCount = counts.reduce((sum, count) => sum + count, 0);
    this.#keys = keys;
    this.#chunks = chunks;
    this.#counts = counts;
  }

  keyAt(at: number): Buffer {
    return this.#keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES);
  }

  has(key: EmbeddingKey): boolean {
    const wanted = Buffer.from(key, "hex");
    let [low, high] = [0, this.size - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = Buffer.compare(this.keyAt(middle), wanted);
      if (order === 0) {
        return true;
      }
      [low, high] = order < 0 ? [middle + 1, high] : [low, middle - 1];
    }
    return false;
  }

  /** The keys of a range, without the places that `isWanted` leaves out. */
  keysIn(from: number, end: number, isWanted: (at: number) => boolean = () => true): (Buffer | undefined)[] {
    return Array.from({ length: end - from }, (_, at) => (isWanted(from + at) ? this.keyAt(from + at) : undefined));
  }

  /** One of the chunks that have the key. */
  chunkAt(at: number): ChunkId {
    return (this.#chunks[at] ?? 0) as ChunkId;
  }

  /** How many chunks have the key. */
  chunksAt(at: number): number {
    return this.#counts[at] ?? 0;
  }
}

/** Of the chunks that the view and the database have. Throws CANCELLED. */
export async function chunkKeysOf(stored: StoredVectors, view: TableView, signal: AbortSignal): Promise<ChunkKeys> {
  const slicer = openSlicer(signal);
  const keys = Buffer.alloc(view.chunkCount * KEY_BYTES);
  const chunks = new Uint32Array(view.chunkCount);
  let length = 0;
  for (const run of runsOf(view)) {
    for (const { id, key } of stored.keyed(run)) {
      keys.write(key, length * KEY_BYTES, "hex");
      chunks[length] = id;
      length += 1;
    }
    await slicer.yieldIfDue();
  }
  const order = partsOf(keys, length);
  const compare = (a: number, b: number): number =>
    keys.compare(keys, b * KEY_BYTES, (b + 1) * KEY_BYTES, a * KEY_BYTES, (a + 1) * KEY_BYTES);
  for (const part of order) {
    part.sort(compare);
    await slicer.yieldIfDue();
  }
  const sorted = {
    keys: Buffer.alloc(length * KEY_BYTES),
    chunks: new Uint32Array(length),
    counts: new Uint32Array(length),
  };
  let [distinct, last] = [0, -1];
  for (const part of order) {
    for (const place of part) {
      if (last === -1 || compare(last, place) !== 0) {
        keys.copy(sorted.keys, distinct * KEY_BYTES, place * KEY_BYTES, (place + 1) * KEY_BYTES);
        sorted.chunks[distinct] = chunks[place] ?? 0;
        distinct += 1;
      }
      sorted.counts[distinct - 1] = (sorted.counts[distinct - 1] ?? 0) + 1;
      last = place;
    }
    await slicer.yieldIfDue();
  }
  return new ChunkKeys(
    sorted.keys.subarray(0, distinct * KEY_BYTES),
    sorted.chunks.subarray(0, distinct),
    sorted.counts.subarray(0, distinct),
  );
}

/** The places of the keys by their first byte. */
function partsOf(keys: Buffer, length: number): Uint32Array[] {
  const counts = new Uint32Array(PARTS);
  for (let at = 0; at < length; at++) {
    const first = keys[at * KEY_BYTES] ?? 0;
    counts[first] = (counts[first] ?? 0) + 1;
  }
  const parts = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let at = 0; at < length; at++) {
    const first = keys[at * KEY_BYTES] ?? 0;
    const part = parts[first];
    if (part !== undefined) {
      part[counts[first] ?? 0] = at;
    }
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return parts;
}
