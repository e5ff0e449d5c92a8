// The kind of vector index that serves a project, and its saved files: exact while it is small; for a large one an int8 scan, or a
// graph as soon as it is built. docs/vectors.md compares them.
import type { ModelId } from "../../vocabulary/ids.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { VectorChoice, VectorMode } from "../vectors/choose.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { openInt8Vectors } from "./int8-vectors.ts";
import type { StoredVectors } from "./stored-vectors.ts";
import { openVectorGraph } from "./vector-graph.ts";

export interface VectorKind {
  /** Which kind this project should have, as far as is known without loading the native library. */
  choice(): VectorChoice;
  /** True if the project should have a graph and does not have it yet. */
  needsGraph(): boolean;
  /** True if the project should have a graph and the native library is missing. */
  withoutLibrary(): boolean;
  /** True if saved files are missing or far behind. */
  isBehind(): boolean;
  /** Puts an index of the right kind in place; until the graph is built, an int8 scan. */
  adapt(signal: AbortSignal): Promise<void>;
  /** Builds and saves what is missing or far behind, unless another process holds the lease. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Saves in the middle of long work that holds the vectors lease; more rarely. */
  saveMidway(signal: AbortSignal): Promise<void>;
}

export interface VectorKindInput {
  readonly handles: IndexHandles;
  readonly vectors: ChunkVectors;
  readonly stored: StoredVectors;
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
  readonly model: ModelId;
  readonly dimensions: number;
}

export function openVectorKind(input: VectorKindInput): VectorKind {
  const { vectors } = input;
  const int8 = openInt8Vectors(input);
  const graph = openVectorGraph(input);
  const needsGraph = (): boolean => graph.choice().kind === "hnsw" && vectors.index.kind !== "hnsw";
  return {
    choice: graph.choice,
    needsGraph,
    withoutLibrary: graph.withoutLibrary,
    isBehind: () => needsGraph() || int8.isBehind(),
    async adapt(signal) {
      if (graph.choice().kind === "hnsw" && vectors.index.kind === "exact") {
        await graph.load(signal);
      }
      // Loading may have found that the native library is missing.
      const { kind } = graph.choice();
      const serving = vectors.index.kind;
      if ((kind === "int8" && serving !== "int8") || (kind === "hnsw" && serving === "exact")) {
        await int8.open(signal);
      }
    },
    async maintain(signal) {
      await graph.maintain(signal);
      if (graph.choice().kind === "int8") {
        await int8.maintain(signal);
      }
    },
    saveMidway: int8.saveMidway,
  };
}
