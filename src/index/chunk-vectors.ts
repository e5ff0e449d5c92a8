// The chunk vectors of one project in memory: which chunks have one, which still lack one, and the index that searches
// them. Follows the document table; vectors come from the machine's store. Embeds nothing itself.
import { setTimeout as sleep, setImmediate as yieldToEvents } from "node:timers/promises";
import type { Embedding } from "../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../embedding/vector-store.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { ChunkId } from "../vocabulary/ids.ts";
import type { Connection } from "./database.ts";
import { type ChunkRun, isAlive, runsOf, type TableChanges, type TableView } from "./document-table.ts";
import { openPendingChunks } from "./pending-chunks.ts";
import { openExactIndex } from "./vectors/exact.ts";
import type { VectorIndex } from "./vectors/vector-index.ts";

export interface ChunkVectors {
  readonly index: VectorIndex;
  /** Chunks that lack a vector, in the order they came in, with the key of their text. */
  readonly pending: ReadonlyMap<ChunkId, EmbeddingKey>;
  /** Chunks that came and were not yet looked up in the store. */
  readonly unread: number;
  /** What a snapshot of this view searches: never a chunk that the view does not have. */
  forView(view: TableView): VectorIndex;
  note(changes: TableChanges): void;
  /** Looks up in the store what came since the last call, in slices between other events. */
  readStore(signal: AbortSignal): Promise<void>;
  /** Looks up these few at once, whatever is still to be read: what they lack is in `pending` then. */
  readFirst(chunks: readonly ChunkId[]): void;
  /** Hands over vectors that were made for pending chunks. */
  arrived(made: ReadonlyMap<EmbeddingKey, Embedding>): void;
  /** Looks whether another process has made pending vectors; answers how many it found. */
  lookAgain(): number;
  /** Takes another index in place of the present one, once it holds what this one does. */
  replaceBy(index: VectorIndex & { chunks(): Iterable<ChunkId> }, signal: AbortSignal): Promise<void>;
  /** Every chunk that has a vector, with it. */
  entries(): Iterable<readonly [ChunkId, Embedding]>;
}

export interface ChunkVectorsInput {
  readonly store: VectorStore;
  /** A connection outside any long transaction. */
  readonly connection: Connection;
  readonly view: () => TableView;
  /** Snapshots that are held: what they search must not change under them. */
  readonly held: () => number;
}

interface Change {
  readonly chunk: ChunkId;
  /** Null removes. */
  readonly vector: Embedding | null;
}

/** Chunks looked up between two turns of the event loop: some 5 ms. */
const SLICE = 256;
const LOOK_AGAIN = 256;
const HELD_POLL_MS = 5;

interface KeyRow {
  readonly id: ChunkId;
  readonly embedding_key: Buffer;
}

export function openChunkVectors({ store, connection, view, held }: ChunkVectorsInput): ChunkVectors {
  const keysOf = connection.prepare<[number, number], KeyRow>(
    "SELECT id, embedding_key FROM chunk WHERE id >= ? AND id < ?",
  );
  const pending = openPendingChunks();
  /** Runs to look up; those before `nextRun` are done. */
  let unread: ChunkRun[] = [];
  let nextRun = 0;
  /** Changes that wait for the last snapshot to be released, in order. */
  let waiting: Change[] = [];
  let index: VectorIndex = openExactIndex(store.dimensions);
  /** Also follows changes while it is being filled. */
  let candidate: VectorIndex | null = null;

  function apply(): void {
    if (held() > 0) {
      return;
    }
    for (const change of waiting) {
      applyTo(index, change);
    }
    waiting = [];
  }

  function applyTo(target: VectorIndex, { chunk, vector }: Change): void {
    if (vector === null) {
      target.remove(chunk);
    } else if (isAlive(view(), chunk)) {
      target.add(chunk, vector);
    }
  }

  function change(made: Change): void {
    waiting.push(made);
    if (candidate !== null) {
      applyTo(candidate, made);
    }
  }

  function drop(chunk: ChunkId): void {
    pending.remove(chunk);
    change({ chunk, vector: null });
  }

  function note({ gone, come }: TableChanges): void {
    for (const run of gone) {
      for (let at = 0; at < run.count; at++) {
        drop((run.first + at) as ChunkId);
      }
    }
    unread.push(...come);
    apply();
  }

  function takeRun(): ChunkRun | undefined {
    const run = unread[nextRun];
    if (run === undefined) {
      unread = [];
      nextRun = 0;
      return undefined;
    }
    if (run.count > SLICE) {
      unread[nextRun] = { first: (run.first + SLICE) as ChunkId, count: run.count - SLICE };
      return { first: run.first, count: SLICE };
    }
    nextRun += 1;
    return run;
  }

  /** One slice: several small runs, since most documents have few chunks. */
  function takeSlice(): ChunkRun[] {
    const runs: ChunkRun[] = [];
    for (let count = 0; count < SLICE; ) {
      const run = takeRun();
      if (run === undefined) {
        break;
      }
      runs.push(run);
      count += run.count;
    }
    return runs;
  }

  function lookUp(runs: readonly ChunkRun[]): void {
    const rows = runs
      .flatMap(({ first, count }) => keysOf.all(first, first + count))
      .filter(({ id }) => isAlive(view(), id) && !index.has(id) && !pending.chunks.has(id));
    const keys = rows.map(({ embedding_key }) => embedding_key.toString("hex"));
    const there = store.read(keys);
    rows.forEach(({ id }, at) => {
      const key = keys[at] ?? "";
      const vector = there.get(key);
      if (vector === undefined) {
        pending.add(id, key);
      } else {
        change({ chunk: id, vector });
      }
    });
  }

  async function readStore(signal: AbortSignal): Promise<void> {
    while (unread.length > 0) {
      throwIfCancelled(signal);
      const runs = takeSlice();
      try {
        lookUp(runs);
      } catch (error) {
        unread.push(...runs);
        throw error;
      }
      apply();
      while (waiting.length > 16 * SLICE && held() > 0) {
        throwIfCancelled(signal);
        await sleep(HELD_POLL_MS);
      }
      await yieldToEvents();
    }
    apply();
  }

  function arrived(made: ReadonlyMap<EmbeddingKey, Embedding>): void {
    for (const [key, vector] of made) {
      for (const chunk of pending.takeAll(key)) {
        change({ chunk, vector });
      }
    }
    apply();
  }

  function lookAgain(): number {
    let total = 0;
    for (;;) {
      const keys = pending.newestKeys(LOOK_AGAIN);
      const found = keys.length === 0 ? new Map<EmbeddingKey, Embedding>() : store.read(keys);
      arrived(found);
      total += found.size;
      // The other process works in about this order: a slice with gaps is where it is.
      if (found.size < LOOK_AGAIN) {
        return total;
      }
    }
  }

  async function replaceBy(next: VectorIndex & { chunks(): Iterable<ChunkId> }, signal: AbortSignal): Promise<void> {
    candidate = next;
    try {
      for (const chunk of [...next.chunks()]) {
        if (!isAlive(view(), chunk)) {
          next.remove(chunk);
        }
      }
      // Before anything was read from the store all of it is still to come, through readStore.
      const read = index.size + pending.chunks.size + waiting.length > 0 ? runsOf(view()) : [];
      for (const run of read) {
        throwIfCancelled(signal);
        fill(next, run);
        await yieldToEvents();
      }
      index = next;
      waiting = [];
    } finally {
      candidate = null;
    }
  }

  /** Adds what the run's chunks have in the store and the index lacks. */
  function fill(target: VectorIndex, run: ChunkRun): void {
    const rows = keysOf
      .all(run.first, run.first + run.count)
      .filter(({ id }) => !target.has(id) && !pending.chunks.has(id) && isAlive(view(), id));
    const keys = rows.map(({ embedding_key }) => embedding_key.toString("hex"));
    const there = rows.length === 0 ? new Map<EmbeddingKey, Embedding>() : store.read(keys);
    rows.forEach(({ id }, at) => {
      const vector = there.get(keys[at] ?? "");
      if (vector !== undefined) {
        target.add(id, vector);
      }
    });
  }

  function* entries(): Iterable<readonly [ChunkId, Embedding]> {
    for (const run of runsOf(view())) {
      const rows = keysOf.all(run.first, run.first + run.count).filter(({ id }) => isAlive(view(), id));
      const keys = rows.map(({ embedding_key }) => embedding_key.toString("hex"));
      const there = store.read(keys);
      for (const [at, { id }] of rows.entries()) {
        const vector = there.get(keys[at] ?? "");
        if (vector !== undefined) {
          yield [id, vector];
        }
      }
    }
  }

  return {
    entries,
    get index() {
      return index;
    },
    pending: pending.chunks,
    get unread() {
      return unread.slice(nextRun).reduce((sum, run) => sum + run.count, 0);
    },
    forView(of) {
      apply();
      return waiting.length === 0 ? index : restrictTo(index, of);
    },
    note,
    readStore,
    readFirst(chunks) {
      lookUp(chunks.map((first) => ({ first, count: 1 })));
      apply();
    },
    arrived,
    lookAgain,
    replaceBy,
  };
}

/** The index without the chunks that the view does not have: while an older snapshot keeps them in. */
function restrictTo(index: VectorIndex, view: TableView): VectorIndex {
  return {
    kind: index.kind,
    size: index.size,
    has: (chunk) => isAlive(view, chunk) && index.has(chunk),
    add: index.add,
    remove: index.remove,
    search: (query, k, admit) =>
      index.search(query, k, (chunk) => isAlive(view, chunk) && (admit === undefined || admit(chunk))),
    similarities: index.similarities,
    background: index.background,
  };
}
