// This program's three vector searches, used as the program uses them.
import { join } from "node:path";
import { SqliteVectorStore } from "../../../src/embedding/sqlite-vector-store.ts";
import type { VectorStore } from "../../../src/embedding/vector-store.ts";
import { ExactIndex } from "../../../src/index/vectors/exact.ts";
import { buildHnswFile } from "../../../src/index/vectors/hnsw-build.ts";
import { loadHnswFile } from "../../../src/index/vectors/hnsw-file.ts";
import { loadHnswlib } from "../../../src/index/vectors/hnswlib.ts";
import { Int8Index } from "../../../src/index/vectors/int8.ts";
import { loadInt8File, saveInt8File } from "../../../src/index/vectors/int8-file.ts";
import type { VectorIndex } from "../../../src/index/vectors/vector-index.ts";
import type { ChunkId, Generation, ModelId } from "../../../src/vocabulary/chunk.ts";
import { type Engine, isInPart, type Opened } from "./engine.ts";
import { DIMENSIONS, readPoints } from "./vectors-file.ts";

const MODEL = "bench" as ModelId;
const ORIGIN = { databaseId: "bench", model: MODEL, dimensions: DIMENSIONS };
const { signal } = new AbortController();

export const openStore = (folder: string): VectorStore =>
  new SqliteVectorStore({ folder, model: MODEL, dimensions: DIMENSIONS });

/** 16 bytes that lie anywhere in the store's order, as those of real texts do. */
export function keyOf(chunk: ChunkId): Buffer {
  const key = Buffer.alloc(16);
  for (const [at, factor] of [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f].entries()) {
    key.writeUInt32LE(Math.imul(chunk + at, factor) >>> 0, at * 4);
  }
  return key;
}

const chunksOf = (matches: readonly { readonly chunk: ChunkId }[]) => matches.map(({ chunk }) => chunk);

const opened = (index: VectorIndex): Opened => ({
  search: (query, k) => chunksOf(index.search(query, k)),
  searchPart: (query, k) => chunksOf(index.search(query, k, isInPart)),
  remove: (chunk) => index.remove(chunk),
});

export const exact: Engine = {
  build: async () => undefined,
  async open({ vectors, count }) {
    const index = new ExactIndex(DIMENSIONS);
    for (const [chunk, vector] of readPoints(vectors, count)) {
      index.add(chunk, vector);
    }
    return opened(index);
  },
};

export const int8: Engine = {
  async build({ vectors, count, folder }) {
    const index = new Int8Index(DIMENSIONS, () => undefined);
    for (const [chunk, vector] of readPoints(vectors, count)) {
      index.add(chunk, vector);
    }
    await saveInt8File(join(folder, "vectors.int8"), ORIGIN, index.rows, signal);
  },
  async open({ folder, store: storeFolder }) {
    const load = await loadInt8File(join(folder, "vectors.int8"), ORIGIN, signal);
    if (load.rows === null) {
      throw new Error(`${load.reason}: ${load.detail}`);
    }
    const store = openStore(storeFolder);
    return opened(new Int8Index(DIMENSIONS, (chunks, visit) => store.visit(chunks.map(keyOf), visit), load.rows));
  },
};

export const graph: Engine = {
  build: ({ vectors, count, folder }) =>
    buildHnswFile({
      file: join(folder, "vectors.hnsw.json"),
      origin: ORIGIN,
      generation: 1 as Generation,
      entries: readPoints(vectors, count),
    }),
  async open({ folder }) {
    const { hnswlib, reason } = await loadHnswlib();
    if (hnswlib === null) {
      throw new Error(reason);
    }
    const load = await loadHnswFile(hnswlib, join(folder, "vectors.hnsw.json"), ORIGIN);
    if (load.index === null) {
      throw new Error(`${load.reason}: ${load.detail}`);
    }
    return opened(load.index);
  },
};
