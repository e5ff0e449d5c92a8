// Which vector search serves a project, and when a graph has drifted so far from its file that a new one pays.
// The figures are measured by `npm run bench` (test/benchmarks/vectors.bench.ts) and kept in docs/vectors.md.

export type VectorMode = "auto" | "exact" | "hnsw";

/**
 * Chunks from which a graph is worth its build, its disk and its recall of .997: below, an exact scan takes 5 to 9 ms
 * at most and is right by definition; at 50,000 it takes 16 to 23, the graph 0.5. The default of the setting `hnsw_from`.
 */
export const HNSW_FROM = 20_000;

/** Additions are scanned exactly beside the graph: so many cost 1 to 2 ms a query. */
const DRIFT_MAX = 5_000;
/** A small graph is not rebuilt for each handful of changes. */
const DRIFT_SHARE = 0.1;
const DRIFT_MIN = 500;

export interface VectorChoice {
  readonly kind: "exact" | "hnsw";
  /** For `index_status` and `doctor`: why this one. */
  readonly reason: string;
}

export function chooseVectorIndex(options: {
  readonly mode: VectorMode;
  readonly chunks: number;
  /** From the setting; HNSW_FROM by default. */
  readonly hnswFrom: number;
  /** Empty where the native library works, else why not (HnswlibState.reason). */
  readonly hnswlibReason: string;
}): VectorChoice {
  const { mode, chunks, hnswFrom, hnswlibReason } = options;
  if (mode === "exact") {
    return { kind: "exact", reason: "set so" };
  }
  if (mode === "auto" && chunks < hnswFrom) {
    return { kind: "exact", reason: `${chunks} chunks, fewer than ${hnswFrom}: scanning them all is fast and exact` };
  }
  if (hnswlibReason !== "") {
    return { kind: "exact", reason: hnswlibReason };
  }
  return { kind: "hnsw", reason: mode === "hnsw" ? "set so" : `${chunks} chunks, at least ${hnswFrom}` };
}

/** Whether to build a new graph for an index of `size` chunks whose graph differs from it in `drift`. */
export function isWorthRebuilding(drift: number, size: number): boolean {
  return drift > DRIFT_MIN && (drift > DRIFT_MAX || drift > size * DRIFT_SHARE);
}
