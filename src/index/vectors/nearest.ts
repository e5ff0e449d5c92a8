// Keeps the k nearest of a stream of matches, and the dot product that all exact similarities come from.
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { VectorMatch } from "./vector-index.ts";

/** Nearest first; ties by lower chunk id. */
export function byNearness(a: VectorMatch, b: VectorMatch): number {
  return b.similarity - a.similarity || a.chunk - b.chunk;
}

export interface Nearest {
  /** No match below this similarity can enter any more. */
  readonly floor: number;
  offer(chunk: ChunkId, similarity: number): void;
  /** Nearest first. */
  matches(): VectorMatch[];
}

/** Collects up to 2k matches and then halves them: a sort every k offers that pass the floor, no heap to maintain. */
export function openNearest(k: number): Nearest {
  let kept: VectorMatch[] = [];
  let floor = Number.NEGATIVE_INFINITY;

  function shrink(): void {
    kept.sort(byNearness);
    kept = kept.slice(0, k);
    if (kept.length === k) {
      floor = kept.at(-1)?.similarity ?? floor;
    }
  }

  return {
    get floor() {
      return floor;
    },
    offer(chunk, similarity) {
      if (similarity < floor || k < 1) {
        return;
      }
      kept.push({ chunk, similarity });
      if (kept.length >= 2 * k) {
        shrink();
      }
    },
    matches() {
      shrink();
      return kept;
    },
  };
}
