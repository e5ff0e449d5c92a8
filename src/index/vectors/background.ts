// The background of a query: how near it is to the project's chunks in general, so that similarities of different queries can
// be compared. The sample depends on the set of vectors alone, not on the ids of their chunks, which tell how often a file was
// edited: an index that was updated step by step answers as one that is made again.
import type { SimilarityBackground } from "./vector-index.ts";

export const BACKGROUND_SAMPLE_MAX = 512;
/** Components that tell one vector from another; equal ones in all four are as good as equal vectors. */
export const HASHED_COMPONENTS = 4;

const components = new Float32Array(HASHED_COMPONENTS);
const bits = new Int32Array(components.buffer);

/** MurmurHash3's 32-bit finaliser (Appleby, 2011): neighbouring values land far apart. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 0 to 2^32 - 1, of the vector that begins at `offset` in `values`. */
export function vectorHash(values: Float32Array, offset: number): number {
  let hash = 0;
  for (let i = 0; i < HASHED_COMPONENTS; i++) {
    components[i] = values[offset + i] ?? 0;
    hash = mix(hash ^ (bits[i] ?? 0));
  }
  return hash;
}

/**
 * Of `count` vectors, the places of those with the smallest hashes, in that order, one of those that are equal: changing one
 * chunk changes at most one member of the sample. One pass, with a sort each time twice the sample has been collected.
 */
export function backgroundSample(count: number, hashAt: (at: number) => number): number[] {
  let kept = new Map<number, number>();
  let ceiling = Number.POSITIVE_INFINITY;
  const shrink = () => {
    const smallest = [...kept].sort(([a], [b]) => a - b).slice(0, BACKGROUND_SAMPLE_MAX);
    kept = new Map(smallest);
    ceiling = smallest.length < BACKGROUND_SAMPLE_MAX ? ceiling : (smallest.at(-1)?.[0] ?? ceiling);
  };
  for (let at = 0; at < count; at++) {
    const hash = hashAt(at);
    if (hash <= ceiling && !kept.has(hash)) {
      kept.set(hash, at);
      if (kept.size >= 2 * BACKGROUND_SAMPLE_MAX) {
        shrink();
      }
    }
  }
  shrink();
  return [...kept.values()];
}

export function backgroundOf(similarities: Float64Array): SimilarityBackground {
  if (similarities.length === 0) {
    return { mean: 0, deviation: 1 };
  }
  let sum = 0;
  for (const value of similarities) {
    sum += value;
  }
  const mean = sum / similarities.length;
  let squares = 0;
  for (const value of similarities) {
    squares += (value - mean) ** 2;
  }
  return { mean, deviation: Math.sqrt(squares / similarities.length) };
}
