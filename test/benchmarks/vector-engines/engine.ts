// What every engine of the comparison can do.
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";

/** The chunks that a filter of one part in a hundred admits. */
export const PARTS = 100;
export const PART = 7;
/** The chunks that are removed: one in ten. */
export const isRemoved = (chunk: ChunkId): boolean => chunk % 10 === 3;
export const isInPart = (chunk: ChunkId): boolean => chunk % PARTS === PART;

export interface Place {
  /** The file of vectors. */
  readonly vectors: string;
  /** Absolute; the engine's own. */
  readonly folder: string;
  /** Where all vectors lie as this program stores them (docs/inside/vectors.md). */
  readonly store: string;
  /** `node_modules` with the rivals. */
  readonly rivals: string;
  readonly count: number;
}

export interface Opened {
  /** Nearest first. */
  search(query: Float32Array, k: number): readonly ChunkId[];
  /** The nearest of one part in a hundred. */
  searchPart(query: Float32Array, k: number): readonly ChunkId[];
  remove(chunk: ChunkId): void;
}

export interface Engine {
  /** Writes what is saved to the folder. */
  build(place: Place): Promise<void>;
  /** Loads what was saved; throws if it is damaged. */
  open(place: Place): Promise<Opened>;
}
