// The background of a query: how near it is to the project's chunks in general, so that similarities of different
// queries can be compared. The sample depends on the set of chunks alone, not on how or in which order it is stored.
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { SimilarityBackground } from "./vector-index.ts";

const BACKGROUND_SAMPLE_MAX = 512;

/** MurmurHash3's 32-bit finaliser (Appleby, 2011): neighbouring ids land far apart. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The chunks with the smallest hashes of their ids, in that order: changing one chunk changes at most one member of the
 * sample. One pass, with a sort each time twice the sample has been collected.
 */
export function backgroundSample(chunks: Iterable<ChunkId>): ChunkId[] {
  let kept: { readonly chunk: ChunkId; readonly hash: number }[] = [];
  let ceiling = Number.POSITIVE_INFINITY;
  const shrink = () => {
    kept.sort((a, b) => a.hash - b.hash || a.chunk - b.chunk);
    kept = kept.slice(0, BACKGROUND_SAMPLE_MAX);
    ceiling = kept.length < BACKGROUND_SAMPLE_MAX ? ceiling : (kept.at(-1)?.hash ?? ceiling);
  };
  for (const chunk of chunks) {
    const hash = mix(chunk);
    if (hash <= ceiling) {
      kept.push({ chunk, hash });
      if (kept.length >= 2 * BACKGROUND_SAMPLE_MAX) {
        shrink();
      }
    }
  }
  shrink();
  return kept.map(({ chunk }) => chunk);
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
