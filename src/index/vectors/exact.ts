// The exact scan: every vector in one block of memory, every search over all of them. Serves small projects, machines
// without the native module, and the fresh additions to a graph.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { backgroundOf, backgroundSample, vectorHash } from "./background.ts";
import { FLOAT_STEP, type FloatRows, openFloatRows } from "./float-kernel.ts";
import { checkDimensions, dot, Nearest } from "./nearest.ts";
import type { Admit, SimilarityBackground, VectorIndex, VectorMatch } from "./vector-index.ts";

const ROWS_AT_FIRST = 256;
/** A memory of its own is not worth its while for fewer. */
const KERNEL_ROWS = 2_048;

export class ExactIndex implements VectorIndex {
  readonly kind = "exact";
  readonly ceilings = null;
  readonly remote = null;
  readonly #dimensions: number;
  readonly #rowOf = new Map<ChunkId, number>();
  readonly #chunkOf: ChunkId[] = [];
  #rows: Float32Array;
  /** Null while there are few rows, and for dimensions that it cannot take. */
  #kernel: FloatRows | null = null;
  #sample: readonly ChunkId[] | null = null;
  /** Of one query to each row: after a search, further calls ask about many of the rows that it compared. */
  #scanned: { readonly query: Float32Array; readonly scores: Float64Array } | null = null;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#rows = new Float32Array(ROWS_AT_FIRST * dimensions);
  }

  get size(): number {
    return this.#chunkOf.length;
  }

  has(chunk: ChunkId): boolean {
    return this.#rowOf.has(chunk);
  }

  chunks(): Iterable<ChunkId> {
    return this.#rowOf.keys();
  }

  /** A view of the chunk's vector, valid until the next change. */
  vector(chunk: ChunkId): Float32Array | undefined {
    const row = this.#rowOf.get(chunk);
    return row === undefined ? undefined : this.#rows.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
  }

  vectorOf(chunk: ChunkId): Float32Array | null {
    return this.vector(chunk)?.slice() ?? null;
  }

  add(chunk: ChunkId, vector: Float32Array): void {
    checkDimensions(vector, this.#dimensions);
    let row = this.#rowOf.get(chunk);
    if (row === undefined) {
      row = this.#chunkOf.push(chunk) - 1;
      if ((row + 1) * this.#dimensions > this.#rows.length) {
        this.#growRows();
      }
      this.#rowOf.set(chunk, row);
    }
    this.#rows.set(vector, row * this.#dimensions);
    this.#forget();
  }

  remove(chunk: ChunkId): void {
    const row = this.#rowOf.get(chunk);
    if (row === undefined) {
      return;
    }
    // The last row fills the gap.
    const last = this.#chunkOf.length - 1;
    const moved = this.#chunkOf[last] as ChunkId;
    this.#rows.copyWithin(row * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#chunkOf[row] = moved;
    this.#chunkOf.pop();
    this.#rowOf.set(moved, row);
    this.#rowOf.delete(chunk);
    this.#forget();
  }

  search(query: Float32Array, k: number, admit?: Admit): VectorMatch[] {
    checkDimensions(query, this.#dimensions);
    const nearest = new Nearest(k);
    nearest.offerRows(this.#scan(query), this.size, (row) => this.#chunkOf[row] as ChunkId, admit);
    return nearest.matches();
  }

  similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array {
    checkDimensions(query, this.#dimensions);
    const scores = this.#scoresOf(query);
    const similar = new Float64Array(chunks.length);
    for (let at = 0; at < similar.length; at++) {
      const row = this.#rowOf.get(chunks[at] as ChunkId);
      similar[at] = row === undefined ? Number.NaN : (scores?.[row] ?? dot(this.#rows, row * this.#dimensions, query));
    }
    return similar;
  }

  background(query: Float32Array): SimilarityBackground {
    this.#sample ??= backgroundSample(this.size, (row) => vectorHash(this.#rows, row * this.#dimensions)).map(
      (row) => this.#chunkOf[row] as ChunkId,
    );
    return backgroundOf(this.similarities(query, this.#sample));
  }

  #forget(): void {
    this.#sample = null;
    this.#scanned = null;
  }

  #scan(query: Float32Array): Float64Array {
    const known = this.#scoresOf(query);
    if (known !== null) {
      return known;
    }
    const scores =
      this.#kernel?.scan(query, this.size) ??
      Float64Array.from(this.#chunkOf, (_, row) => dot(this.#rows, row * this.#dimensions, query));
    this.#scanned = { query: query.slice(), scores };
    return scores;
  }

  /** The scores of the last scan, if it was for this query. */
  #scoresOf(query: Float32Array): Float64Array | null {
    return this.#scanned?.query.every((value, at) => value === query[at]) === true ? this.#scanned.scores : null;
  }

  /** Room for twice the rows; from KERNEL_ROWS on in the kernel's memory. */
  #growRows(): void {
    const wanted = (2 * this.#rows.length) / this.#dimensions;
    if (this.#kernel !== null) {
      this.#kernel.grow(wanted);
      this.#rows = this.#kernel.rows;
      return;
    }
    const small = this.#rows;
    const isForKernel = wanted >= KERNEL_ROWS && this.#dimensions % FLOAT_STEP === 0;
    this.#kernel = isForKernel ? openFloatRows(this.#dimensions, wanted) : null;
    this.#rows = this.#kernel?.rows ?? new Float32Array(wanted * this.#dimensions);
    this.#rows.set(small);
  }
}
