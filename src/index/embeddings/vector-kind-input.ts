// What every kind of saved vector index is made from.
import type { Embedder } from "../../embedding/embedder.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { VectorMode } from "../vectors/choose.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import type { StoredVectors } from "./stored-vectors.ts";

export interface VectorKindInput {
  readonly handles: IndexHandles;
  readonly vectors: ChunkVectors;
  readonly stored: StoredVectors;
  readonly embedder: Pick<Embedder, "model" | "dimensions">;
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
}
