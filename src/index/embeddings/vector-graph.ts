// The saved graph of a large project: loads it in place of the present index, and has it built if it is missing, of another
// database, damaged or far behind. The present index serves meanwhile.
import { join } from "node:path";
import { log } from "../../system/log.ts";
import { planMemory } from "../../system/memory-plan.ts";
import type { ModelId } from "../../vocabulary/ids.ts";
import { writerOf } from "../database/database.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import { chooseVectorIndex, isWorthRebuilding, type VectorChoice, type VectorMode } from "../vectors/choose.ts";
import type { HnswIndex } from "../vectors/hnsw.ts";
import { buildHnswFile } from "../vectors/hnsw-build.ts";
import { loadHnswFile } from "../vectors/hnsw-file.ts";
import { type HnswlibState, loadHnswlib } from "../vectors/hnswlib.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";

export interface VectorGraph {
  /** Which kind of index this project should have, as far as is known without loading the native library. */
  choice(): VectorChoice;
  /** True if this project should have a graph and the native library is missing. */
  withoutLibrary(): boolean;
  /** Loads the saved graph if this project wants one and it is good. */
  load(signal: AbortSignal): Promise<void>;
  /** Builds or rebuilds the graph if that pays; at once if another process has built one. */
  maintain(signal: AbortSignal): Promise<void>;
}

export interface VectorGraphInput {
  readonly handles: IndexHandles;
  readonly vectors: ChunkVectors;
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
  readonly model: ModelId;
  readonly dimensions: number;
}

const GRAPH_FILE = "vectors.hnsw.json";

export function openVectorGraph(input: VectorGraphInput): VectorGraph {
  const { handles, vectors, mode, hnswFrom, memoryLimitMb, model, dimensions } = input;
  const { vectorsMb } = planMemory(memoryLimitMb);
  const file = join(handles.database.folder, GRAPH_FILE);
  const origin = { databaseId: handles.database.id, model, dimensions };
  let native: HnswlibState | undefined;
  /** The graph that was loaded last. */
  let serving: HnswIndex | null = null;

  function choice(): VectorChoice {
    const chunks = handles.table.view.chunkCount;
    const hnswlibReason = native?.reason ?? "";
    return chooseVectorIndex({ mode, chunks, dimensions, hnswFrom, hnswlibReason, memoryLimitMb, vectorsMb });
  }

  /** Null if no graph is wanted, or the library is missing. */
  async function wantedLibrary() {
    if (choice().kind !== "hnsw") {
      return null;
    }
    native ??= await loadHnswlib();
    return native.hnswlib;
  }

  async function loadSaved(signal: AbortSignal): Promise<HnswIndex | null> {
    const library = await wantedLibrary();
    if (library === null) {
      return null;
    }
    const loaded = await loadHnswFile(library, file, origin);
    if (loaded.index === null) {
      log("info", "graph.not-loaded", { reason: loaded.reason, detail: loaded.detail });
      return null;
    }
    await vectors.replaceBy(loaded.index, signal);
    serving = loaded.index;
    return loaded.index;
  }

  const isGood = (index: HnswIndex | null) => index !== null && !isWorthRebuilding(index.drift, index.size);

  async function maintain(signal: AbortSignal): Promise<void> {
    const library = await wantedLibrary();
    if (library === null || isGood(serving) || isGood(await loadSaved(signal))) {
      return;
    }
    const lease = tryAcquireLease(writerOf(handles.database), "vectors");
    if (lease === null) {
      return;
    }
    try {
      const { generation } = handles.table.view;
      await buildHnswFile({ file, origin, generation, entries: vectors.entries(), signal });
    } finally {
      lease.release();
    }
    await loadSaved(signal);
  }

  return {
    choice,
    withoutLibrary: () => native !== undefined && native.hnswlib === null,
    async load(signal) {
      await loadSaved(signal);
    },
    maintain,
  };
}
