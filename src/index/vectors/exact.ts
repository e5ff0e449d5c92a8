// The exact scan: every vector in one block of memory, every search over all of them. Serves small projects, machines
// without the native module, and the fresh additions to a graph. Does not know files.
import type { ChunkId } from "../../vocabulary/ids.ts";
import { backgroundOf, backgroundSample, vectorHash } from "./background.ts";
import { dot, openNearest } from "./nearest.ts";
import type { VectorIndex, VectorMatch } from "./vector-index.ts";

const ROWS_AT_FIRST = 256;

export interface ExactIndex extends VectorIndex {
  readonly kind: "exact";
  chunks(): Iterable<ChunkId>;
  /** A view of the chunk's vector, valid until the next change. */
  vector(chunk: ChunkId): Float32Array | undefined;
}

/** An empty index for vectors of this many dimensions. */
export function openExactIndex(dimensions: number): ExactIndex {
  const rowOf = new Map<ChunkId, number>();
  const chunkOf: ChunkId[] = [];
  let rows = new Float32Array(ROWS_AT_FIRST * dimensions);
  let sample: readonly ChunkId[] | undefined;

  function checkDimensions(vector: Float32Array): void {
    if (vector.length !== dimensions) {
      throw new RangeError(`a vector of ${vector.length} dimensions, the index has ${dimensions}`);
    }
  }

  function add(chunk: ChunkId, vector: Float32Array): void {
    checkDimensions(vector);
    let row = rowOf.get(chunk);
    if (row === undefined) {
      row = chunkOf.length;
      if ((row + 1) * dimensions > rows.length) {
        const larger = new Float32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rowOf.set(chunk, row);
      chunkOf.push(chunk);
    }
    rows.set(vector, row * dimensions);
    sample = undefined;
  }

  function remove(chunk: ChunkId): void {
    const row = rowOf.get(chunk);
    if (row === undefined) {
      return;
    }
    // The last row fills the gap.
    const last = chunkOf.length - 1;
    const moved = chunkOf[last] as ChunkId;
    rows.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions);
    chunkOf[row] = moved;
    rowOf.set(moved, row);
    rowOf.delete(chunk);
    chunkOf.pop();
    sample = undefined;
  }

  function search(query: Float32Array, k: number, admit?: (chunk: ChunkId) => boolean): VectorMatch[] {
    checkDimensions(query);
    const nearest = openNearest(k);
    for (let row = 0; row < chunkOf.length; row++) {
      const similarity = dot(rows, row * dimensions, query);
      const chunk = chunkOf[row] as ChunkId;
      // The filter is asked only about what would be kept: it may cost more than the product.
      if (similarity >= nearest.floor && (admit === undefined || admit(chunk))) {
        nearest.offer(chunk, similarity);
      }
    }
    return nearest.matches();
  }

  function similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    checkDimensions(query);
    return Float64Array.from(chunks, (chunk) => {
      const row = rowOf.get(chunk);
      return row === undefined ? Number.NaN : dot(rows, row * dimensions, query);
    });
  }

  return {
    kind: "exact",
    get size() {
      return chunkOf.length;
    },
    has: (chunk) => rowOf.has(chunk),
    chunks: () => rowOf.keys(),
    vector(chunk) {
      const row = rowOf.get(chunk);
      return row === undefined ? undefined : rows.subarray(row * dimensions, (row + 1) * dimensions);
    },
    add,
    remove,
    search,
    similarities,
    background(query) {
      sample ??= backgroundSample(rowOf.keys(), (chunk) => vectorHash(rows, (rowOf.get(chunk) ?? 0) * dimensions));
      return backgroundOf(similarities(query, sample));
    },
  };
}
