// The vector index that searches use while it changes: changes wait while a snapshot uses it, and another index can be filled beside
// it and then take its place.
import type { Embedding } from "../../embedding/embedder.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { type ChunkRun, chunksOf, isAlive, type TableView } from "../database/document-table.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { ExactIndex } from "../vectors/exact.ts";
import { restrictTo } from "../vectors/restrict.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";

interface Change {
  readonly run: ChunkRun;
  /** The vector of the run's only chunk; null removes the run; "published": the vector is in the team's index. */
  readonly vector: Embedding | "published" | null;
}

/** An index that can contain chunks whose vectors are in the team's index only. */
export type ClaimingIndex = VectorIndex & { claim(chunk: ChunkId): void };

export class ServedIndex {
  index: VectorIndex;
  readonly #handles: Pick<IndexHandles, "table" | "snapshots">;
  /** Changes that wait for the last snapshot to be released. */
  #waiting: Change[] = [];
  /** Also follows changes while it is being filled. */
  #candidate: VectorIndex | null = null;
  /** A request may want another kind of index while the background loads a graph. */
  #replacing: Promise<void> = Promise.resolve();
  #freezing = 0;
  readonly #claiming: ClaimingIndex | null;

  /** `claiming`: the index that serves a project with a team's index; null for others. */
  constructor(handles: Pick<IndexHandles, "table" | "snapshots">, dimensions: number, claiming: ClaimingIndex | null) {
    this.#handles = handles;
    this.#claiming = claiming;
    this.index = claiming ?? new ExactIndex(dimensions);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** True while changes must wait: what a snapshot searches must not change. */
  isFrozen(): boolean {
    return this.#handles.snapshots.inUse + this.#freezing > 0;
  }

  add(chunk: ChunkId, vector: Embedding): void {
    this.#change({ run: { first: chunk, count: 1 }, vector });
  }

  /** Marks the chunk as published: its vector is in the team's index. */
  claim(chunk: ChunkId): void {
    this.#change({ run: { first: chunk, count: 1 }, vector: "published" });
  }

  remove(run: ChunkRun): void {
    this.#change({ run, vector: null });
  }

  /** Applies the waiting changes, unless they must wait on. */
  apply(): void {
    if (!this.isFrozen()) {
      for (const change of this.#waiting) {
        this.#applyTo(this.index, change);
      }
      this.#waiting = [];
    }
  }

  /** What a snapshot of this view searches: never a chunk that the view does not have. */
  forView(view: TableView): VectorIndex {
    this.apply();
    // While an older snapshot delays removals, the index has chunks that the view does not have.
    return this.waiting === 0 ? this.index : restrictTo(this.index, (chunk) => isAlive(view, chunk));
  }

  /** Takes another index in place of the present one, after `fill` has added what it lacks; one replacement at a time. */
  replace(next: VectorIndex, fill: () => Promise<void>): Promise<void> {
    this.#replacing = this.#replacing.catch(() => undefined).then(() => this.#replaceNow(next, fill));
    return this.#replacing;
  }

  /** While `work` runs, the index stays as it is: changes wait. */
  async freeze<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#freezing += 1;
    try {
      return await work();
    } finally {
      this.#freezing -= 1;
      this.apply();
    }
  }

  #change(change: Change): void {
    this.#waiting.push(change);
    if (this.#candidate !== null) {
      this.#applyTo(this.#candidate, change);
    }
  }

  #applyTo(target: VectorIndex, { run, vector }: Change): void {
    if (vector === null) {
      for (const chunk of chunksOf(run)) {
        target.remove(chunk);
      }
    } else if (!isAlive(this.#handles.table.view, run.first)) {
      return;
    } else if (vector === "published") {
      this.#claiming?.claim(run.first);
    } else {
      target.add(run.first, vector);
    }
  }

  async #replaceNow(next: VectorIndex, fill: () => Promise<void>): Promise<void> {
    this.#candidate = next;
    try {
      await fill();
      this.index = next;
      this.#waiting = [];
    } finally {
      this.#candidate = null;
    }
  }
}
