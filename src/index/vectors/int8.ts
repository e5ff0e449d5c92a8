// The int8 scan: every vector as a row of bytes, all of them compared; where the bytes leave the order open, the float32
// vectors on disk decide. Answers the same as the exact scan in a quarter of its memory.
//
// The bytes of a row give a cosine within an error that is known when they are made. So the k best rows by bytes give a
// bound, and every row that could be above it is measured in float32. By the Cauchy–Schwarz inequality none is missed.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { backgroundSample } from "./background.ts";
import { CachedSample } from "./cached-sample.ts";
import type { ExactIndex } from "./exact.ts";
import { type Approximation, Int8Rows } from "./int8-rows.ts";
import { checkDimensions, dot, Nearest } from "./nearest.ts";
import type { Admit, SimilarityBackground, VectorIndex, VectorMatch } from "./vector-index.ts";

/** Reads the vectors of chunks, those that are there, in any order; `at` is the place in `chunks`. */
export type ReadVectors = (chunks: readonly ChunkId[], visit: (at: number, vector: Float32Array) => void) => void;

/** The approximation for the last query; its arrays are overwritten by the next one. */
interface Latest {
  readonly query: Float32Array;
  readonly changes: number;
  readonly approximation: Approximation;
}

/** Rows measured in float32 between two looks at the bound. */
const RESCORED_AT_ONCE = 512;

export class Int8Index implements VectorIndex {
  readonly kind = "int8";
  readonly remote = null;
  readonly rows: Int8Rows;
  /** How often a row was written or removed since opening: what a file saved at opening would lack. */
  changes = 0;
  readonly #dimensions: number;
  readonly #readVectors: ReadVectors;
  readonly #sample: CachedSample;
  #latest: Latest | null = null;

  /** `rows` may contain saved rows. */
  constructor(dimensions: number, readVectors: ReadVectors, rows: Int8Rows = new Int8Rows(dimensions)) {
    this.rows = rows;
    this.#dimensions = dimensions;
    this.#readVectors = readVectors;
    this.#sample = new CachedSample({
      dimensions,
      choose: () => backgroundSample(rows.size, (row) => rows.hashAt(row)).map((row) => rows.chunkAt(row)),
      hashOf: (chunk) => rows.hashAt(rows.rowOf(chunk)),
      read: (chunks, into) => this.#readSample(chunks, into),
    });
  }

  get size(): number {
    return this.rows.size;
  }

  has(chunk: ChunkId): boolean {
    return this.rows.rowOf(chunk) >= 0;
  }

  chunks(): Iterable<ChunkId> {
    return this.rows.chunks();
  }

  /** From the bytes if the store no longer has the vector. */
  vectorOf(chunk: ChunkId): Float32Array | null {
    const row = this.rows.rowOf(chunk);
    let found = row < 0 ? null : this.rows.decoded(row);
    this.#readVectors(found === null ? [] : [chunk], (_, vector) => {
      found = vector.slice();
    });
    return found;
  }

  add(chunk: ChunkId, vector: Float32Array): void {
    checkDimensions(vector, this.#dimensions);
    this.#sample.beforeRemoval(chunk);
    this.rows.set(chunk, vector);
    this.changes += 1;
    this.#sample.afterAddition(this.rows.hashAt(this.rows.rowOf(chunk)));
  }

  remove(chunk: ChunkId): void {
    if (this.has(chunk)) {
      this.#sample.beforeRemoval(chunk);
      this.rows.remove(chunk);
      this.changes += 1;
    }
  }

  search(query: Float32Array, k: number, admit?: Admit): VectorMatch[] {
    checkDimensions(query, this.#dimensions);
    if (k < 1 || this.size === 0) {
      return [];
    }
    const { products, bounds } = this.#approximate(query);
    const likely = new Nearest(k);
    likely.offerRows(products, this.size, (row) => this.rows.chunkAt(row), admit);
    const first = likely.matches().map(({ chunk }) => chunk);
    const nearest = new Nearest(k);
    this.#offer(nearest, query, first);
    // Fewer than k: these are all rows.
    if (first.length === k) {
      const known = new Set(first);
      const isUnknown = (chunk: ChunkId) => !known.has(chunk) && (admit === undefined || admit(chunk));
      this.#offerPossible(nearest, query, bounds, isUnknown);
    }
    return nearest.matches();
  }

  /** Cosines in float32; from the bytes if the store no longer has the vector; NaN for a chunk without a row. */
  similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    checkDimensions(query, this.#dimensions);
    const cosines = new Float64Array(chunks.length).fill(Number.NaN);
    this.#readVectors(chunks, (at, vector) => {
      cosines[at] = dot(vector, 0, query);
    });
    for (const [at, chunk] of chunks.entries()) {
      const row = this.rows.rowOf(chunk);
      if (row < 0) {
        cosines[at] = Number.NaN;
      } else if (Number.isNaN(cosines[at])) {
        cosines[at] = dot(this.rows.decoded(row), 0, query);
      }
    }
    return cosines;
  }

  readonly ceilings = (query: Float32Array, chunks: readonly ChunkId[]): Float64Array => {
    checkDimensions(query, this.#dimensions);
    const { bounds } = this.#approximate(query);
    return Float64Array.from(chunks, (chunk) => bounds[this.rows.rowOf(chunk)] ?? Number.NaN);
  };

  background(query: Float32Array): SimilarityBackground {
    checkDimensions(query, this.#dimensions);
    return this.#sample.background(query);
  }

  /** One query asks both for its nearest chunks and for bounds of its candidates: the rows are compared once for both. */
  #approximate(query: Float32Array): Approximation {
    if (this.#latest?.query !== query || this.#latest.changes !== this.changes) {
      this.#latest = { query, changes: this.changes, approximation: this.rows.approximate(query) };
    }
    return this.#latest.approximation;
  }

  #offer(nearest: Nearest, query: Float32Array, chunks: readonly ChunkId[]): void {
    const cosines = this.similarities(query, chunks);
    for (const [at, chunk] of chunks.entries()) {
      nearest.offer(chunk, cosines[at] ?? Number.NaN);
    }
  }

  /** Measures every admitted row that could be among the nearest according to its bytes. */
  #offerPossible(nearest: Nearest, query: Float32Array, bounds: Float32Array, admit: Admit): void {
    let batch: ChunkId[] = [];
    nearest.settle();
    let { floor } = nearest;
    for (let row = 0; row < this.size; row++) {
      if ((bounds[row] as number) >= floor && admit(this.rows.chunkAt(row))) {
        batch.push(this.rows.chunkAt(row));
      }
      if (batch.length === RESCORED_AT_ONCE) {
        this.#offer(nearest, query, batch);
        nearest.settle();
        floor = nearest.floor;
        batch = [];
      }
    }
    this.#offer(nearest, query, batch);
  }

  /** From the bytes if the store no longer has a vector; it is then to be read again later. */
  #readSample(chunks: readonly ChunkId[], into: ExactIndex): boolean {
    this.#readVectors(chunks, (at, vector) => into.add(chunks[at] as ChunkId, vector));
    const isWhole = into.size === chunks.length;
    for (const chunk of chunks.filter((one) => !into.has(one))) {
      into.add(chunk, this.rows.decoded(this.rows.rowOf(chunk)));
    }
    return isWhole;
  }
}
