// The exact scan: every vector in one block of memory, every search over all of them. Serves small projects, machines
// without the native module, and the fresh additions to a graph.
import type { ChunkId } from "../../vocabulary/ids.ts";
import { backgroundOf, backgroundSample, vectorHash } from "./background.ts";
import { FLOAT_STEP, type FloatRows, openFloatRows } from "./float-kernel.ts";
import { dot, openNearest } from "./nearest.ts";
import type { VectorIndex, VectorMatch } from "./vector-index.ts";

const ROWS_AT_FIRST = 256;
/** A memory of its own is not worth its while for fewer. */
const KERNEL_ROWS = 2_048;

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
  let rows: Float32Array = new Float32Array(ROWS_AT_FIRST * dimensions);
  /** Null while there are few rows, and for dimensions that it cannot take. */
  let kernel: FloatRows | null = null;
  let sample: readonly ChunkId[] | undefined;
  /** Of one query to each row: a search is followed by questions about much of what it went over. */
  let scanned: { readonly query: Float32Array; readonly scores: Float64Array } | undefined;

  function forget(): void {
    sample = undefined;
    scanned = undefined;
  }

  function scan(query: Float32Array): Float64Array {
    const known = scoresOf(query);
    if (known !== undefined) {
      return known;
    }
    const scores =
      kernel?.scan(query, chunkOf.length) ?? Float64Array.from(chunkOf, (_, row) => dot(rows, row * dimensions, query));
    scanned = { query: query.slice(), scores };
    return scores;
  }

  /** Room for twice the rows; from KERNEL_ROWS on in the kernel's memory. */
  function growRows(): void {
    const wanted = (2 * rows.length) / dimensions;
    if (kernel === null && (wanted < KERNEL_ROWS || dimensions % FLOAT_STEP !== 0)) {
      const larger = new Float32Array(wanted * dimensions);
      larger.set(rows);
      rows = larger;
    } else if (kernel === null) {
      kernel = openFloatRows(dimensions, wanted);
      kernel.rows.set(rows);
      rows = kernel.rows;
    } else {
      kernel.grow(wanted);
      rows = kernel.rows;
    }
  }

  /** The scores of the last scan, where it was for this query. */
  function scoresOf(query: Float32Array): Float64Array | undefined {
    return scanned?.query.every((value, at) => value === query[at]) === true ? scanned.scores : undefined;
  }

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
        growRows();
      }
      rowOf.set(chunk, row);
      chunkOf.push(chunk);
    }
    rows.set(vector, row * dimensions);
    forget();
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
    forget();
  }

  function search(query: Float32Array, k: number, admit?: (chunk: ChunkId) => boolean): VectorMatch[] {
    checkDimensions(query);
    const nearest = openNearest(k);
    const scores = scan(query);
    for (let row = 0; row < scores.length; row++) {
      const similarity = scores[row] as number;
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
    const scores = scoresOf(query);
    const similar = new Float64Array(chunks.length);
    for (let at = 0; at < similar.length; at++) {
      const row = rowOf.get(chunks[at] as ChunkId);
      similar[at] = row === undefined ? Number.NaN : (scores?.[row] ?? dot(rows, row * dimensions, query));
    }
    return similar;
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
    ceilings: null,
    background(query) {
      sample ??= backgroundSample(chunkOf.length, (row) => vectorHash(rows, row * dimensions)).map(
        (row) => chunkOf[row] as ChunkId,
      );
      return backgroundOf(similarities(query, sample));
    },
  };
}
