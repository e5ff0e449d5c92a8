// What all vector indexes share: the k nearest of a stream of matches, and the dot product of all exact similarities.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import type { Admit, VectorMatch } from "./vector-index.ts";

/** The dot product of a query and the row that begins at `at`; four sums, since one would wait for itself each step. */
export function dot(rows: Float32Array, at: number, query: Float32Array): number {
  const dimensions = query.length;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < dimensions; i += 4) {
    // Indexes are in range by construction; `as number` costs nothing in this loop, which is all of a search's time.
    a += (rows[at + i] as number) * (query[i] as number);
    b += (rows[at + i + 1] as number) * (query[i + 1] as number);
    c += (rows[at + i + 2] as number) * (query[i + 2] as number);
    d += (rows[at + i + 3] as number) * (query[i + 3] as number);
  }
  for (; i < dimensions; i++) {
    a += (rows[at + i] as number) * (query[i] as number);
  }
  return a + b + c + d;
}

/** Nearest first; ties by lower chunk id. */
export const byNearness = (a: VectorMatch, b: VectorMatch): number => b.similarity - a.similarity || a.chunk - b.chunk;

/** Throws RangeError for a vector that does not fit an index of so many dimensions. */
export function checkDimensions(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`a vector of ${vector.length} dimensions, the index has ${dimensions}`);
  }
}

/** Collects up to 2k matches and then halves them: a sort every k offers that pass the floor, no heap to maintain. */
export class Nearest {
  /** No match below this similarity can enter any more. */
  floor = Number.NEGATIVE_INFINITY;
  readonly #k: number;
  #kept: VectorMatch[] = [];

  constructor(k: number) {
    this.#k = k;
  }

  offer(chunk: ChunkId, similarity: number): void {
    if (similarity < this.floor || this.#k < 1) {
      return;
    }
    this.#kept.push({ chunk, similarity });
    if (this.#kept.length >= 2 * this.#k) {
      this.settle();
    }
  }

  /** Offers the admitted ones of the first `size` rows. */
  offerRows(similarities: ArrayLike<number>, size: number, chunkAt: (row: number) => ChunkId, admit?: Admit): void {
    let { floor } = this;
    for (let row = 0; row < size; row++) {
      const similarity = similarities[row] as number;
      // The filter is asked only about what would be kept: it may cost more than the product.
      if (similarity >= floor && (admit === undefined || admit(chunkAt(row)))) {
        this.offer(chunkAt(row), similarity);
        floor = this.floor;
      }
    }
  }

  /** Raises the floor as far as the offers allow. */
  settle(): void {
    this.#kept = this.#kept.sort(byNearness).slice(0, this.#k);
    if (this.#kept.length === this.#k) {
      this.floor = this.#kept.at(-1)?.similarity ?? this.floor;
    }
  }

  /** Nearest first. */
  matches(): VectorMatch[] {
    this.settle();
    return this.#kept;
  }
}
