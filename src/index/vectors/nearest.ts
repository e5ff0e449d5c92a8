// Keeps the k nearest of a stream of matches, and the dot product that all exact similarities come from.
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { VectorMatch } from "./vector-index.ts";

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
export function byNearness(a: VectorMatch, b: VectorMatch): number {
  return b.similarity - a.similarity || a.chunk - b.chunk;
}

export interface Nearest {
  /** No match below this similarity can enter any more. */
  readonly floor: number;
  offer(chunk: ChunkId, similarity: number): void;
  /** Raises the floor as far as what was offered allows. */
  settle(): void;
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
    settle: shrink,
    matches() {
      shrink();
      return kept;
    },
  };
}
