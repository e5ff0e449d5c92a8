// The kind of vector index that serves a project, and its saved files: exact while it is small; for a large one an int8 scan, or a
// graph as soon as it is built. docs/inside/vectors.md compares them.
import type { VectorChoice } from "../vectors/choose.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { Int8Vectors } from "./int8-vectors.ts";
import { VectorGraph } from "./vector-graph.ts";
import type { VectorKindInput } from "./vector-kind-input.ts";

/** Which kind of index serves, and its files. */
export interface ServedKind {
  choice(): VectorChoice;
  /** True if the project should have a graph and does not have it yet. */
  needsGraph(): boolean;
  /** True if this project should have a graph and the native library is missing. */
  lacksLibrary(): boolean;
  /** True if saved files are missing or far behind. */
  isBehind(): boolean;
  /** Begins to read a saved index, before the documents are known. */
  begin(signal: AbortSignal): void;
  /** Puts an index of the right kind in place. */
  adapt(signal: AbortSignal): Promise<void>;
  /** Builds and saves what is missing or far behind, unless another process holds the lease. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Saves in the middle of long work that holds the vectors lease; more rarely. */
  saveMidway(signal: AbortSignal): Promise<void>;
}

/** A team's index serves: nothing is built or saved here. */
export const teamKind = (name: string): ServedKind => ({
  choice: () => ({ kind: "team", reason: name }),
  needsGraph: () => false,
  lacksLibrary: () => false,
  isBehind: () => false,
  begin: () => undefined,
  adapt: async () => undefined,
  maintain: async () => undefined,
  saveMidway: async () => undefined,
});

export class VectorKind implements ServedKind {
  readonly graph: VectorGraph;
  readonly #int8: Int8Vectors;
  readonly #vectors: ChunkVectors;

  constructor(input: VectorKindInput) {
    this.graph = new VectorGraph(input);
    this.#int8 = new Int8Vectors(input);
    this.#vectors = input.vectors;
  }

  choice(): VectorChoice {
    return this.graph.choice();
  }

  lacksLibrary(): boolean {
    return this.graph.lacksLibrary();
  }

  needsGraph(): boolean {
    return this.graph.choice().kind === "hnsw" && this.#vectors.served.index.kind !== "hnsw";
  }

  isBehind(): boolean {
    return this.needsGraph() || this.#int8.isBehind();
  }

  begin(signal: AbortSignal): void {
    if (this.#vectors.served.index.kind === "exact") {
      this.#int8.begin((chunks) => this.graph.choice(chunks).kind === "int8", signal);
    }
  }

  /** Until the graph is built, an int8 scan. */
  async adapt(signal: AbortSignal): Promise<void> {
    if (this.graph.choice().kind === "hnsw" && this.#vectors.served.index.kind === "exact") {
      await this.graph.load(signal);
    }
    // Loading may have found that the native library is missing.
    const { kind } = this.graph.choice();
    const serving = this.#vectors.served.index.kind;
    if ((kind === "int8" && serving !== "int8") || (kind === "hnsw" && serving === "exact")) {
      await this.#int8.open(signal);
    } else {
      this.#int8.forget();
    }
  }

  async maintain(signal: AbortSignal): Promise<void> {
    await this.graph.maintain(signal);
    if (this.graph.choice().kind === "int8") {
      await this.#int8.maintain(signal);
    }
  }

  saveMidway(signal: AbortSignal): Promise<void> {
    return this.#int8.saveMidway(signal);
  }
}
