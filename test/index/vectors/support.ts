// Shared by the tests of vectors: unit vectors made from a seed, clustered as embeddings are, and temporary folders.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { buildHnswFile } from "../../../src/index/vectors/hnsw-build.ts";
import { loadHnswFile } from "../../../src/index/vectors/hnsw-file.ts";
import { type Hnswlib, loadHnswlib } from "../../../src/index/vectors/hnswlib.ts";
import { Int8Index } from "../../../src/index/vectors/int8.ts";
import type { VectorIndex, VectorIndexOrigin } from "../../../src/index/vectors/vector-index.ts";
import type { ChunkId, Generation } from "../../../src/vocabulary/chunk.ts";
import { seededRandom } from "../../support/random.ts";

export const DIMENSIONS = 24;
export const ORIGIN: VectorIndexOrigin = { databaseId: "d1", model: "m@1", dimensions: DIMENSIONS };

export const chunk = (id: number) => id as ChunkId;
export const generation = (number: number) => number as Generation;

export function unit(values: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(values));
  return Float32Array.from(values, (value) => value / length);
}

/** Unit vectors around one centre in twenty. */
export function clustered(count: number, seed: number, dimensions = DIMENSIONS): Float32Array[] {
  const random = seededRandom(seed);
  const direction = () => Array.from({ length: dimensions }, () => random() - 0.5);
  const centres = Array.from({ length: Math.max(1, Math.floor(count / 20)) }, direction);
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? [];
    return unit(direction().map((value, index) => value * 0.6 + (centre[index] ?? 0)));
  });
}

export type Entries = readonly (readonly [ChunkId, Float32Array])[];

/** Chunk ids with gaps, as a project that was edited has them. */
export function entriesOf(vectors: readonly Float32Array[]): Entries {
  return vectors.map((vector, index) => [chunk(index * 3 + 1), vector]);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-vectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function nativeHnswlib(): Promise<Hnswlib> {
  const { hnswlib, reason } = await loadHnswlib();
  if (hnswlib === null) {
    throw new Error(`these tests need the native library: ${reason}`);
  }
  return hnswlib;
}

/** A graph of the entries, built in its process, saved and loaded. */
export async function hnswOf(entries: Entries): Promise<VectorIndex> {
  const file = join(temporaryFolder(), "vectors.json");
  await buildHnswFile({ file, origin: ORIGIN, generation: generation(1), entries });
  const load = await loadHnswFile(await nativeHnswlib(), file, ORIGIN);
  if (load.index === null) {
    throw new Error(`the graph was refused: ${load.reason}, ${load.detail}`);
  }
  return load.index;
}

/** An int8 scan over the entries; the store that it reads float32 vectors from is a map that follows its additions. */
export function int8Of(entries: Entries, dimensions = DIMENSIONS): VectorIndex {
  const stored = new Map<ChunkId, Float32Array>();
  class StoredIndex extends Int8Index {
    override add(id: ChunkId, vector: Float32Array): void {
      super.add(id, vector);
      stored.set(id, vector);
    }
  }
  const index = new StoredIndex(dimensions, (chunks, visit) => {
    for (const [at, id] of chunks.entries()) {
      const vector = stored.get(id);
      if (vector !== undefined) {
        visit(at, vector);
      }
    }
  });
  for (const [id, vector] of entries) {
    index.add(id, vector);
  }
  return index;
}
