// The contract of the nearest-neighbour search over one project's chunk vectors.
import type { ChunkId } from "../../vocabulary/chunk.ts";

export interface VectorMatch {
  readonly chunk: ChunkId;
  /** Cosine, −1 to 1. */
  readonly similarity: number;
}

/** Mean and standard deviation of a query's cosine to a fixed sample of the project's chunks. */
export interface SimilarityBackground {
  readonly mean: number;
  readonly deviation: number;
}

/** Ties a saved index to what it was made from; a mismatch in any field means it is not this project's. */
export interface VectorIndexOrigin {
  readonly databaseId: string;
  readonly model: string;
  readonly dimensions: number;
}

/** Whether a search may return the chunk. */
export type Admit = (chunk: ChunkId) => boolean;

/**
 * Vectors that are not on this machine. `search`, `similarities` and `background` answer from what was fetched for the query, and note
 * what they lacked: fetch, ask, and as long as a fetch brings something new, ask again. A fetch that fails is no error: what is here
 * answers alone, and `failure` says why. Each rejects with CANCELLED alone.
 */
export interface RemoteVectors {
  /** Why the last fetch failed; null if it succeeded. */
  failure(): Error | null;
  /** Fetches what the query lacked when it was asked; at first, what is nearest to it. True if there is anything new. */
  fetch(query: Float32Array, signal?: AbortSignal): Promise<boolean>;
  /** The vectors of those chunks that are not here. */
  vectors(chunks: readonly ChunkId[], signal?: AbortSignal): Promise<ReadonlyMap<ChunkId, Float32Array>>;
}

export type VectorKindName = "exact" | "hnsw" | "int8" | "team";

export interface VectorIndex {
  readonly kind: VectorKindName;
  /** Chunks with a vector. */
  readonly size: number;
  has(chunk: ChunkId): boolean;
  /** A copy of the chunk's vector, to search for what is like it; null where it has none. */
  vectorOf(chunk: ChunkId): Float32Array | null;
  /** Adds or replaces; vectors are unit length. */
  add(chunk: ChunkId, vector: Float32Array): void;
  remove(chunk: ChunkId): void;
  /** Null where all vectors are on this machine. */
  readonly remote: RemoteVectors | null;
  /** Up to `k` admitted chunks, nearest first; ties by lower chunk id. */
  search(query: Float32Array, k: number, admit?: Admit): VectorMatch[];
  /** Cosine of each chunk in order; NaN where it has no vector. */
  similarities(query: Float32Array, chunks: readonly ChunkId[]): Float64Array;
  /**
   * Upper bounds of the chunks' cosines, in order; NaN for a chunk without a vector. They show whose vectors need not be read.
   * Null if the cosines themselves cost no more.
   */
  readonly ceilings: ((query: Float32Array, chunks: readonly ChunkId[]) => Float64Array) | null;
  /** Over at most 512 chunks, the same ones in every implementation; {0, 1} when empty. */
  background(query: Float32Array): SimilarityBackground;
}
