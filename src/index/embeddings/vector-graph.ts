// The saved graph of a large project: loads it in place of the present index, and has it built if it is missing, of another
// database, damaged or far behind. The present index serves meanwhile.
import { join } from "node:path";
import { log } from "../../system/log.ts";
import { planMemory } from "../../system/memory-plan.ts";
import { writerOf } from "../database/database.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import { chooseVectorIndex, isWorthRebuilding, type VectorChoice } from "../vectors/choose.ts";
import type { HnswIndex } from "../vectors/hnsw.ts";
import { buildHnswFile } from "../vectors/hnsw-build.ts";
import { loadHnswFile } from "../vectors/hnsw-file.ts";
import { type Hnswlib, type HnswlibState, loadHnswlib } from "../vectors/hnswlib.ts";
import type { VectorIndexOrigin } from "../vectors/vector-index.ts";
import type { VectorKindInput } from "./vector-kind-input.ts";

const GRAPH_FILE = "vectors.hnsw.json";

const isGood = (index: HnswIndex | null) => index !== null && !isWorthRebuilding(index.drift, index.size);

export class VectorGraph {
  readonly #input: VectorKindInput;
  readonly #file: string;
  readonly #origin: VectorIndexOrigin;
  #native: HnswlibState | null = null;
  /** The graph that was loaded last. */
  #serving: HnswIndex | null = null;

  constructor(input: VectorKindInput) {
    this.#input = input;
    const { database } = input.handles;
    this.#file = join(database.folder, GRAPH_FILE);
    this.#origin = { databaseId: database.id, model: input.embedder.model, dimensions: input.embedder.dimensions };
  }

  /** Which kind of index this project should have, as far as is known without loading the native library. */
  choice(chunks: number = this.#input.handles.table.view.chunkCount): VectorChoice {
    const { mode, hnswFrom, memoryLimitMb, embedder } = this.#input;
    return chooseVectorIndex({
      mode,
      chunks,
      dimensions: embedder.dimensions,
      hnswFrom,
      hnswlibReason: this.#native?.reason ?? "",
      memoryLimitMb,
      vectorsMb: planMemory(memoryLimitMb).vectorsMb,
    });
  }

  /** True if this project should have a graph and the native library is missing. */
  lacksLibrary(): boolean {
    return this.#native?.hnswlib === null;
  }

  /** Loads the saved graph if this project wants one and it is good; null otherwise. */
  async load(signal: AbortSignal): Promise<HnswIndex | null> {
    const library = await this.#wantedLibrary();
    if (library === null) {
      return null;
    }
    const loaded = await loadHnswFile(library, this.#file, this.#origin);
    if (loaded.index === null) {
      log("info", "graph.not-loaded", { reason: loaded.reason, detail: loaded.detail });
      return null;
    }
    await this.#input.vectors.replaceBy(loaded.index, signal);
    this.#serving = loaded.index;
    return loaded.index;
  }

  /** Builds or rebuilds the graph if that pays; only loads it if another process has built one. */
  async maintain(signal: AbortSignal): Promise<void> {
    const { handles, vectors } = this.#input;
    const library = await this.#wantedLibrary();
    if (library === null || isGood(this.#serving) || isGood(await this.load(signal))) {
      return;
    }
    const lease = tryAcquireLease(writerOf(handles.database), "vectors");
    if (lease === null) {
      return;
    }
    try {
      const { generation } = handles.table.view;
      await buildHnswFile({
        file: this.#file,
        origin: this.#origin,
        generation,
        entries: vectors.entries(),
        signal,
      });
    } finally {
      lease.release();
    }
    await this.load(signal);
  }

  /** Null if no graph is wanted, or the library is missing. */
  async #wantedLibrary(): Promise<Hnswlib | null> {
    if (this.choice().kind !== "hnsw") {
      return null;
    }
    this.#native ??= await loadHnswlib();
    return this.#native.hnswlib;
  }
}
