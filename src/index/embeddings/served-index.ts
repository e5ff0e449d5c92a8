// The vector index that searches use while it changes: changes wait while a snapshot uses it, and another index can be filled beside
// it and then take its place.
import type { Embedding } from "../../embedding/embedder.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import { type ChunkRun, isAlive, type TableView } from "../database/document-table.ts";
import { ExactIndex } from "../vectors/exact.ts";
import { restrictTo } from "../vectors/restrict.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";

export interface ServedIndex {
  readonly index: VectorIndex;
  /** Changes that wait for the last snapshot to be released. */
  readonly waiting: number;
  /** True while changes must wait. */
  isFrozen(): boolean;
  add(chunk: ChunkId, vector: Embedding): void;
  remove(run: ChunkRun): void;
  /** Applies the waiting changes, unless they must wait on. */
  apply(): void;
  /** What a snapshot of this view searches: never a chunk that the view does not have. */
  forView(view: TableView): VectorIndex;
  /** Takes another index in place of the present one, after `fill` has added what it lacks; one replacement at a time. */
  replace(next: VectorIndex, fill: () => Promise<void>): Promise<void>;
  /** While `work` runs, the index stays as it is: changes wait. */
  freeze<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Change {
  readonly run: ChunkRun;
  /** Of the only chunk of the run; null removes the run. */
  readonly vector: Embedding | null;
}

export interface ServedIndexInput {
  readonly dimensions: number;
  readonly view: () => TableView;
  /** Snapshots in use: what they search must not change. */
  readonly snapshotsInUse: () => number;
}

export function openServedIndex({ dimensions, view, snapshotsInUse }: ServedIndexInput): ServedIndex {
  let index: VectorIndex = new ExactIndex(dimensions);
  let waiting: Change[] = [];
  /** Also follows changes while it is being filled. */
  let candidate: VectorIndex | null = null;
  /** A request may want another kind of index while the background loads a graph. */
  let replacing: Promise<void> = Promise.resolve();
  let freezing = 0;

  const isFrozen = (): boolean => snapshotsInUse() + freezing > 0;

  function change(made: Change): void {
    waiting.push(made);
    if (candidate !== null) {
      applyTo(candidate, made);
    }
  }

  function applyTo(target: VectorIndex, { run, vector }: Change): void {
    if (vector !== null) {
      if (isAlive(view(), run.first)) {
        target.add(run.first, vector);
      }
      return;
    }
    for (let at = 0; at < run.count; at++) {
      target.remove((run.first + at) as ChunkId);
    }
  }

  function apply(): void {
    if (!isFrozen()) {
      for (const one of waiting) {
        applyTo(index, one);
      }
      waiting = [];
    }
  }

  async function replaceNow(next: VectorIndex, fill: () => Promise<void>): Promise<void> {
    candidate = next;
    try {
      await fill();
      index = next;
      waiting = [];
    } finally {
      candidate = null;
    }
  }

  return {
    get index() {
      return index;
    },
    get waiting() {
      return waiting.length;
    },
    isFrozen,
    add: (chunk, vector) => change({ run: { first: chunk, count: 1 }, vector }),
    remove: (run) => change({ run, vector: null }),
    apply,
    forView(of) {
      apply();
      // While an older snapshot delays removals, the index has chunks that the view does not have.
      return waiting.length === 0 ? index : restrictTo(index, (chunk) => isAlive(of, chunk));
    },
    replace(next, fill) {
      replacing = replacing.catch(() => undefined).then(() => replaceNow(next, fill));
      return replacing;
    },
    async freeze(work) {
      freezing += 1;
      try {
        return await work();
      } finally {
        freezing -= 1;
        apply();
      }
    },
  };
}
