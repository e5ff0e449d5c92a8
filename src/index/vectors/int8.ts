// The int8 scan: every vector as a row of bytes, all of them compared; where the bytes leave the order open, the float32
// vectors on disk decide. Answers the same as the exact scan in a quarter of its memory.
//
// The bytes of a row give a cosine within an error that is known when they are made. So the k best rows by bytes give a
// bound, and every row that could be above it is measured in float32. By the Cauchy–Schwarz inequality none is missed.
import type { ChunkId } from "../../vocabulary/ids.ts";
import { backgroundSample } from "./background.ts";
import { openCachedSample } from "./cached-sample.ts";
import type { ExactIndex } from "./exact.ts";
import { type Approximation, type Int8Rows, openInt8Rows } from "./int8-rows.ts";
import { dot, type Nearest, openNearest } from "./nearest.ts";
import type { VectorIndex, VectorMatch } from "./vector-index.ts";

/** Reads the vectors of chunks, those that are there, in any order; `at` is the place in `chunks`. */
export type ReadVectors = (chunks: readonly ChunkId[], visit: (at: number, vector: Float32Array) => void) => void;

export interface Int8Index extends VectorIndex {
  readonly kind: "int8";
  readonly rows: Int8Rows;
  /** How often a row was written or removed since opening: what a file saved at opening would lack. */
  readonly changes: number;
  chunks(): Iterable<ChunkId>;
}

/** Rows measured in float32 between two looks at the bound. */
const RESCORED_AT_ONCE = 512;

/** `rows` may contain saved rows. */
export function openInt8Index(dimensions: number, read: ReadVectors, rows = openInt8Rows(dimensions)): Int8Index {
  let changes = 0;
  let latest: Latest | undefined;
  const sample = openCachedSample({
    dimensions,
    choose: () => backgroundSample(rows.size, rows.hashAt).map(rows.chunkAt),
    hashOf: (chunk) => rows.hashAt(rows.rowOf(chunk)),
    read: readSample,
  });

  function checkDimensions(vector: Float32Array): void {
    if (vector.length !== dimensions) {
      throw new RangeError(`a vector of ${vector.length} dimensions, the index has ${dimensions}`);
    }
  }

  function add(chunk: ChunkId, vector: Float32Array): void {
    checkDimensions(vector);
    sample.goes(chunk);
    rows.set(chunk, vector);
    changes += 1;
    sample.came(rows.hashAt(rows.rowOf(chunk)));
  }

  function remove(chunk: ChunkId): void {
    if (rows.rowOf(chunk) >= 0) {
      sample.goes(chunk);
      rows.remove(chunk);
      changes += 1;
    }
  }

  /** One query asks both for its nearest chunks and for bounds of its candidates: the rows are compared once for both. */
  function approximate(query: Float32Array): Approximation {
    if (latest?.query !== query || latest.changes !== changes) {
      latest = { query, changes, approximation: rows.approximate(query) };
    }
    return latest.approximation;
  }

  function ceilings(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    checkDimensions(query);
    const { bounds } = approximate(query);
    return Float64Array.from(chunks, (chunk) => rowBound(bounds, rows.rowOf(chunk)));
  }

  /** Cosines in float32; from the bytes if the store no longer has the vector; NaN for a chunk without a row. */
  function similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    checkDimensions(query);
    const cosines = new Float64Array(chunks.length).fill(Number.NaN);
    read(chunks, (at, vector) => {
      cosines[at] = dot(vector, 0, query);
    });
    for (const [at, chunk] of chunks.entries()) {
      const row = rows.rowOf(chunk);
      if (row < 0) {
        cosines[at] = Number.NaN;
      } else if (Number.isNaN(cosines[at])) {
        cosines[at] = dot(rows.decoded(row), 0, query);
      }
    }
    return cosines;
  }

  function search(query: Float32Array, k: number, admit?: (chunk: ChunkId) => boolean): VectorMatch[] {
    checkDimensions(query);
    if (k < 1 || rows.size === 0) {
      return [];
    }
    const { products, bounds } = approximate(query);
    const likely = openNearest(k);
    const { size } = rows;
    let { floor } = likely;
    for (let row = 0; row < size; row++) {
      // The filter is asked only about what would be kept: it may cost more than the product.
      if ((products[row] as number) >= floor && (admit === undefined || admit(rows.chunkAt(row)))) {
        likely.offer(rows.chunkAt(row), products[row] as number);
        floor = likely.floor;
      }
    }
    const first = likely.matches().map(({ chunk }) => chunk);
    const nearest = openNearest(k);
    offerAll(nearest, query, first);
    // Fewer than k: these are all rows.
    if (first.length === k) {
      offerPossible(nearest, query, { bounds, known: new Set(first), admit });
    }
    return nearest.matches();
  }

  function offerAll(nearest: Nearest, query: Float32Array, chunks: readonly ChunkId[]): void {
    const cosines = similarities(query, chunks);
    for (const [at, chunk] of chunks.entries()) {
      nearest.offer(chunk, cosines[at] ?? Number.NaN);
    }
  }

  /** Measures every row that could be among the nearest according to its bytes. */
  function offerPossible(nearest: Nearest, query: Float32Array, possible: Possible): void {
    const { bounds, known, admit } = possible;
    const { size } = rows;
    let batch: ChunkId[] = [];
    nearest.settle();
    let { floor } = nearest;
    for (let row = 0; row < size; row++) {
      if ((bounds[row] as number) >= floor) {
        const chunk = rows.chunkAt(row);
        if (!known.has(chunk) && (admit === undefined || admit(chunk))) {
          batch.push(chunk);
        }
      }
      if (batch.length === RESCORED_AT_ONCE) {
        offerAll(nearest, query, batch);
        nearest.settle();
        floor = nearest.floor;
        batch = [];
      }
    }
    offerAll(nearest, query, batch);
  }

  /** From the bytes if the store no longer has a vector; it is then to be read again later. */
  function readSample(chunks: readonly ChunkId[], into: ExactIndex): boolean {
    read(chunks, (at, vector) => into.add(chunks[at] as ChunkId, vector));
    const isWhole = into.size === chunks.length;
    for (const chunk of chunks.filter((one) => !into.has(one))) {
      into.add(chunk, rows.decoded(rows.rowOf(chunk)));
    }
    return isWhole;
  }

  return {
    kind: "int8",
    rows,
    get size() {
      return rows.size;
    },
    get changes() {
      return changes;
    },
    has: (chunk) => rows.rowOf(chunk) >= 0,
    chunks: () => chunksOf(rows),
    add,
    remove,
    search,
    similarities,
    ceilings,
    background(query) {
      checkDimensions(query);
      return sample.background(query);
    },
  };
}

/** The approximation for the last query; its arrays are overwritten by the next one. */
interface Latest {
  readonly query: Float32Array;
  readonly changes: number;
  readonly approximation: Approximation;
}

const rowBound = (bounds: Float32Array, row: number): number => (row < 0 ? Number.NaN : (bounds[row] ?? Number.NaN));

interface Possible {
  readonly bounds: Float32Array;
  /** Measured already. */
  readonly known: ReadonlySet<ChunkId>;
  readonly admit: ((chunk: ChunkId) => boolean) | undefined;
}

function* chunksOf(rows: Int8Rows): Iterable<ChunkId> {
  for (let row = 0; row < rows.size; row++) {
    yield rows.chunkAt(row);
  }
}
