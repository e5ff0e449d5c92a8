// What export and import of vectors work with: the parts of an index that serve search by meaning.
import type { Embedder } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import type { StoredVectors } from "./stored-vectors.ts";
import type { TextSource } from "./texts-to-embed.ts";

export interface VectorAccess extends TextSource {
  readonly embedder: Embedder;
  /** The machine's store. */
  readonly store: VectorStore;
  /** The same for the chunks of this project. */
  readonly stored: StoredVectors;
  readonly vectors: ChunkVectors;
}
