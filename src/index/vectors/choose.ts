// Which vector search serves a project, and when a graph has drifted so far from its file that a new one pays.
// The figures are measured by `npm run bench:part -- vectors` and kept in docs/inside/vectors.md; docs/inside/decisions/0009-vector-engines.md
// says why there are these three.
import { formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import type { VectorKindName } from "./vector-index.ts";

export type VectorMode = "auto" | "exact" | "hnsw" | "int8";

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

// Bytes a chunk, of 384 dimensions as measured, of others as the vectors' share says.
/** Beside a float32 vector in a graph: its links, its label and where it is. */
const GRAPH_BYTES = 160;
/** Of an int8 scan, beside a byte a dimension: the record's end, two products, and the lookup of its row. */
const INT8_BYTES = 64;
/** Of an exact scan, beside a float32 vector: the lookup of its row. */
const EXACT_BYTES = 40;
/** What the tables of documents and chunks take for a chunk. */
const TABLE_BYTES = 200;

export interface VectorChoice {
  readonly kind: VectorKindName;
  /** For `index_status` and `doctor`: why this one. */
  readonly reason: string;
}

export interface VectorNeeds {
  readonly mode: VectorMode;
  readonly chunks: number;
  readonly dimensions: number;
  /** From the setting; HNSW_FROM by default. */
  readonly hnswFrom: number;
  /** Empty where the native library works, else why not (HnswlibState.reason). */
  readonly hnswlibReason: string;
  /** The setting, for the reason, and what its plan leaves for vectors, both in MB. */
  readonly memoryLimitMb: number;
  readonly vectorsMb: number;
}

/** The most that each kind takes in memory for so many chunks, in MB, with the tables. */
export function vectorMegabytes(kind: Exclude<VectorKindName, "team">, chunks: number, dimensions: number): number {
  const float32 = dimensions * 4;
  const int8 = dimensions + INT8_BYTES;
  const graph = float32 + GRAPH_BYTES;
  // While a graph is built, the one before it serves; the first one is built while an int8 scan does.
  const bytes = { exact: float32 + EXACT_BYTES, int8, hnsw: 2 * graph }[kind] + TABLE_BYTES;
  return (chunks * bytes) / 1e6;
}

export function chooseVectorIndex(needs: VectorNeeds): VectorChoice {
  const { mode, chunks, dimensions, hnswFrom, hnswlibReason, memoryLimitMb, vectorsMb } = needs;
  const wanted = mode === "auto" ? (chunks < hnswFrom ? "exact" : "hnsw") : mode;
  const count = renderCount(chunks, "chunk");
  if (wanted !== "int8" && vectorMegabytes(wanted, chunks, dimensions) > vectorsMb) {
    const what =
      wanted === "hnsw"
        ? `a graph of ${megabytes(chunks * (dimensions * 4 + GRAPH_BYTES))} MB, and the next one while it is built,`
        : `float32 vectors of ${megabytes(chunks * dimensions * 4)} MB`;
    return {
      kind: "int8",
      reason: `${count}: ${what} do not fit in memory_limit_mb ${memoryLimitMb}: int8 scan with float32 rescoring`,
    };
  }
  if (wanted === "hnsw" && hnswlibReason !== "") {
    return { kind: "int8", reason: `${hnswlibReason}: int8 scan with float32 rescoring` };
  }
  if (mode !== "auto") {
    return { kind: wanted, reason: "set so" };
  }
  return wanted === "exact"
    ? {
        kind: "exact",
        reason: `${count}, fewer than ${formatNumber(hnswFrom)}: an exact scan is fast`,
      }
    : { kind: "hnsw", reason: `${count}, at least ${formatNumber(hnswFrom)}` };
}

const megabytes = (bytes: number): string => formatNumber(Math.round(bytes / 1e6));

/** Whether to save rows of an int8 scan while it is being filled for hours: some ten times until it is whole. */
export const isWorthSavingMidway = (drift: number, size: number): boolean =>
  drift > DRIFT_MAX && drift > size * DRIFT_SHARE;

/** Whether to build a new graph for an index of `size` chunks whose graph differs from it in `drift`. */
export const isWorthRebuilding = (drift: number, size: number): boolean =>
  drift > DRIFT_MIN && (drift > DRIFT_MAX || drift > size * DRIFT_SHARE);
