// The contract of the vector store: one per model and machine, keyed by the text that was embedded, so that
// worktrees, branches and copies of the same code are embedded once.

import { sha256Of } from "../system/sha256.ts";
import type { Embedding } from "./embedder.ts";

/** Hex of the first 16 bytes of SHA-256 over the exact UTF-8 text handed to the embedder. */
export type EmbeddingKey = string;

export function embeddingKey(text: string): EmbeddingKey {
  return sha256Of(text, 32);
}

export interface VectorStore {
  readonly dimensions: number;
  /** The vectors that exist, by key. */
  read(keys: readonly EmbeddingKey[]): Map<EmbeddingKey, Embedding>;
  /**
   * Visits the vectors of the keys (16 bytes each), those that are there; `at` is the place in `keys`, and the vector is
   * valid during the visit alone. Keys that are undefined are passed over.
   */
  visit(keys: readonly (Uint8Array | undefined)[], visit: (at: number, vector: Embedding) => void): void;
  /** Writes all of them in one transaction; a key that is there already is left as it is. */
  write(entries: ReadonlyMap<EmbeddingKey, Embedding>): void;
  /** Remembers that so many texts were embedded in so long; later measurements count more. */
  noteSpeed(texts: number, ms: number): void;
  /** Texts a second, as they were embedded on this machine; null before there is a measurement. */
  speed(): number | null;
  close(): void;
}
