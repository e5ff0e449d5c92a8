// The background's sample with its vectors, for an index that has to read each vector from disk. It is kept in memory (786 KB
// at 384 dimensions), since every query needs it, until one of the few changes that affect the sample.
import type { ChunkId } from "../../vocabulary/ids.ts";
import { BACKGROUND_SAMPLE_MAX, backgroundOf } from "./background.ts";
import { type ExactIndex, openExactIndex } from "./exact.ts";
import type { SimilarityBackground } from "./vector-index.ts";

export interface CachedSample {
  /** Call it before the chunk's vector is removed or replaced. */
  goes(chunk: ChunkId): void;
  /** Call it after a vector was added, with its hash. */
  came(hash: number): void;
  background(query: Float32Array): SimilarityBackground;
}

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

export function openCachedSample(source: SampleSource): CachedSample {
  let kept: Sample | undefined;

  function open(): Sample {
    const chunks = source.choose();
    const vectors = openExactIndex(source.dimensions);
    const isWhole = source.read(chunks, vectors);
    const last = chunks.length === BACKGROUND_SAMPLE_MAX ? chunks.at(-1) : undefined;
    const ceiling = last === undefined ? Number.POSITIVE_INFINITY : source.hashOf(last);
    const opened = { chunks, vectors, ceiling };
    kept = isWhole ? opened : undefined;
    return opened;
  }

  return {
    goes(chunk) {
      if (kept?.vectors.has(chunk) === true) {
        kept = undefined;
      }
    },
    came(hash) {
      // A vector whose hash is too large for the sample leaves it as it is: nearly all do.
      if (kept !== undefined && hash <= kept.ceiling) {
        kept = undefined;
      }
    },
    background(query) {
      const { vectors, chunks } = kept ?? open();
      return backgroundOf(vectors.similarities(query, chunks));
    },
  };
}
