// The background's sample with its vectors, for an index that has to read each vector from disk. It is kept in memory (786 KB
// at 384 dimensions), since every query needs it, until one of the few changes that affect the sample.
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { BACKGROUND_SAMPLE_MAX, backgroundOf } from "./background.ts";
import { ExactIndex } from "./exact.ts";
import type { SimilarityBackground } from "./vector-index.ts";

export interface SampleSource {
  readonly dimensions: number;
  /** Chooses the present sample, in its order. */
  choose(): readonly ChunkId[];
  hashOf(chunk: ChunkId): number;
  /** Adds the chunks' vectors; false if one of them is only approximate, so that they are to be read again. */
  read(chunks: readonly ChunkId[], into: ExactIndex): boolean;
}

interface Sample {
  readonly chunks: readonly ChunkId[];
  readonly vectors: ExactIndex;
  /** A vector of a larger hash is not in the sample. */
  readonly ceiling: number;
}

export class CachedSample {
  readonly #source: SampleSource;
  #cached: Sample | null = null;

  constructor(source: SampleSource) {
    this.#source = source;
  }

  /** Call it before the chunk's vector is removed or replaced. */
  beforeRemoval(chunk: ChunkId): void {
    if (this.#cached?.vectors.has(chunk) === true) {
      this.#cached = null;
    }
  }

  /** Call it after a vector was added, with its hash. */
  afterAddition(hash: number): void {
    // A vector whose hash is too large for the sample leaves it as it is: nearly all do.
    if (this.#cached !== null && hash <= this.#cached.ceiling) {
      this.#cached = null;
    }
  }

  background(query: Float32Array): SimilarityBackground {
    const { vectors, chunks } = this.#cached ?? this.#read();
    return backgroundOf(vectors.similarities(query, chunks));
  }

  #read(): Sample {
    const chunks = this.#source.choose();
    const vectors = new ExactIndex(this.#source.dimensions);
    const isWhole = this.#source.read(chunks, vectors);
    const last = chunks.length === BACKGROUND_SAMPLE_MAX ? chunks.at(-1) : undefined;
    const ceiling = last === undefined ? Number.POSITIVE_INFINITY : this.#source.hashOf(last);
    const sample = { chunks, vectors, ceiling };
    this.#cached = isWhole ? sample : null;
    return sample;
  }
}
