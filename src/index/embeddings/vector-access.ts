// The parts of an index that export, import and publication of vectors need.
import type { Embedder } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import type { StoredVectors } from "./stored-vectors.ts";
import type { TextSource } from "./texts-to-embed.ts";

export interface VectorAccess extends TextSource {
  readonly embedder: Embedder;
  /** The machine's store. */
  readonly store: VectorStore;
  /** The stored vectors of this project's chunks. */
  readonly stored: StoredVectors;
  readonly vectors: ChunkVectors;
}
