// The chunk vectors of one project: which chunks have one, which still lack one, and the index that searches them. Follows
// the document table; vectors come from the machine's store. Embeds nothing itself, and chooses no kind of index.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Embedding } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import { rest } from "../../system/wait.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import { type ChunkRun, isAlive, runsOf, type TableChanges, type TableView } from "../database/document-table.ts";
import { openExactIndex } from "../vectors/exact.ts";
import { restrictTo } from "../vectors/restrict.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { type ChunkSet, openChunkSet } from "./chunk-set.ts";
import type { StoredVectors } from "./stored-vectors.ts";

/** An index that can say what it holds. */
export type WholeIndex = VectorIndex & { chunks(): Iterable<ChunkId> };

export interface ChunkVectors {
  readonly index: VectorIndex;
  /** Chunks that lack a vector. */
  readonly pending: Pick<ChunkSet, "size" | "has" | "descending" | "last">;
  /** Chunks that came and were not yet looked up in the store. */
  readonly unread: number;
  /** What a snapshot of this view searches: never a chunk that the view does not have. */
  forView(view: TableView): VectorIndex;
  note(changes: TableChanges): void;
  /** Looks up in the store what came since the last call, in slices between other events. */
  readStore(signal: AbortSignal): Promise<void>;
  /** Looks up these few at once, whatever is still to be read: what they lack is in `pending` then. */
  readFirst(chunks: readonly ChunkId[]): void;
  /** Hands over vectors that were made for chunks; those of chunks that are not pending any more are left. */
  arrived(made: Iterable<readonly [ChunkId, Embedding]>): void;
  /** Looks whether another process has made pending vectors; answers how many it found. */
  lookAgain(): number;
  /** Takes another index in place of the present one, once it holds what this one does. */
  replaceBy(index: WholeIndex, signal: AbortSignal): Promise<void>;
  /** While `work` runs, the index stays as it is: changes wait. */
  steadily<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Every chunk that has a vector, with it. */
  entries(): Iterable<readonly [ChunkId, Embedding]>;
}

export interface ChunkVectorsInput {
  readonly store: VectorStore;
  readonly stored: StoredVectors;
  readonly view: () => TableView;
  /** Snapshots that are held: what they search must not change under them. */
  readonly held: () => number;
}

interface Change {
  readonly run: ChunkRun;
  /** Of the one chunk of the run; null removes the run. */
  readonly vector: Embedding | null;
}

/** Chunks looked up between two turns of the event loop: some 5 ms. */
const SLICE = 256;
/** Changes that may wait: 6 MB of vectors. */
const WAITING_MAX = 16 * SLICE;
/** Chunks looked up again at once, of the newest and of the others each: 5 ms. */
const LOOK_AGAIN = 256;
const HELD_POLL_MS = 5;

const oneChunk = (chunk: ChunkId): ChunkRun => ({ first: chunk, count: 1 });

export function openChunkVectors({ store, stored, view, held }: ChunkVectorsInput): ChunkVectors {
  const pending = openChunkSet();
  const unread = openChunkSet();
  /** Changes that wait for the last snapshot to be released, in order. */
  let waiting: Change[] = [];
  let index: VectorIndex = openExactIndex(store.dimensions);
  /** Also follows changes while it is being filled. */
  let candidate: VectorIndex | null = null;
  /** One follows changes at a time: a request may want another kind of index while the background loads a graph. */
  let replacing: Promise<void> = Promise.resolve();
  let steady = 0;
  /** Where the next look at the older pending chunks begins. */
  let lookFrom = -1;

  function apply(): void {
    if (held() + steady > 0) {
      return;
    }
    for (const change of waiting) {
      applyTo(index, change);
    }
    waiting = [];
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

  function change(made: Change): void {
    waiting.push(made);
    if (candidate !== null) {
      applyTo(candidate, made);
    }
  }

  function note({ gone, come }: TableChanges): void {
    for (const run of gone) {
      pending.deleteRun(run);
      unread.deleteRun(run);
      change({ run, vector: null });
    }
    for (const run of come) {
      unread.addRun(run);
    }
    apply();
  }

  /** Answers how many have a vector. */
  function lookUp(keyed: ReturnType<StoredVectors["keyed"]>): number {
    const open = keyed.filter(({ id }) => isAlive(view(), id) && !index.has(id));
    const there = open.length === 0 ? new Map<string, Embedding>() : store.read(open.map(({ key }) => key));
    for (const { id, key } of open) {
      const vector = there.get(key);
      if (vector === undefined) {
        pending.add(id);
      } else {
        pending.delete(id);
        change({ run: oneChunk(id), vector });
      }
    }
    return there.size;
  }

  async function readStore(signal: AbortSignal): Promise<void> {
    while (unread.size > 0) {
      throwIfCancelled(signal);
      const runs = unread.firstRuns(SLICE);
      lookUp(runs.flatMap(stored.keyed));
      for (const run of runs) {
        unread.deleteRun(run);
      }
      apply();
      while (waiting.length > WAITING_MAX && held() + steady > 0) {
        throwIfCancelled(signal);
        await rest(HELD_POLL_MS, signal);
        apply();
      }
      await yieldToEvents();
    }
    apply();
  }

  function readFirst(chunks: readonly ChunkId[]): void {
    const asked = chunks.filter((chunk) => unread.has(chunk));
    lookUp(stored.keyedOnes(asked));
    for (const chunk of asked) {
      unread.delete(chunk);
    }
    apply();
  }

  function arrived(made: Iterable<readonly [ChunkId, Embedding]>): void {
    for (const [chunk, vector] of made) {
      if (pending.has(chunk)) {
        pending.delete(chunk);
        change({ run: oneChunk(chunk), vector });
      }
    }
    apply();
  }

  function lookAgain(): number {
    let total = 0;
    for (;;) {
      const found = lookUp(stored.keyedOnes(pending.lastOnes(pending.last(), LOOK_AGAIN)));
      total += found;
      if (found < LOOK_AGAIN) {
        break;
      }
    }
    // The other process has its own order: the rest is looked through in turn.
    const rest = pending.lastOnes((lookFrom < 0 ? pending.last() : lookFrom) as ChunkId, LOOK_AGAIN);
    total += lookUp(stored.keyedOnes(rest));
    lookFrom = rest.length < LOOK_AGAIN ? -1 : (rest.at(-1) ?? 0) - 1;
    apply();
    return total;
  }

  function replaceBy(next: WholeIndex, signal: AbortSignal): Promise<void> {
    const replaced = replacing.catch(() => undefined).then(() => replaceAlone(next, signal));
    replacing = replaced;
    return replaced;
  }

  async function replaceAlone(next: WholeIndex, signal: AbortSignal): Promise<void> {
    candidate = next;
    try {
      const dead: ChunkId[] = [];
      for (const chunk of next.chunks()) {
        if (isAlive(view(), chunk)) {
          // What it holds need not be looked up.
          unread.delete(chunk);
          pending.delete(chunk);
        } else {
          dead.push(chunk);
        }
      }
      for (const chunk of dead) {
        next.remove(chunk);
      }
      for (const run of runsOf(view())) {
        if (fill(next, run)) {
          throwIfCancelled(signal);
          await yieldToEvents();
        }
      }
      index = next;
      waiting = [];
    } finally {
      candidate = null;
    }
  }

  /** Adds what the run's chunks have in the store and the index lacks; false where that is nothing. */
  function fill(target: VectorIndex, { first, count }: ChunkRun): boolean {
    let lacking = false;
    for (let chunk = first; chunk < first + count; chunk++) {
      lacking ||= !target.has(chunk) && !pending.has(chunk) && !unread.has(chunk);
    }
    if (!lacking) {
      return false;
    }
    const open = stored
      .keyed({ first, count })
      .filter(({ id }) => isAlive(view(), id) && !target.has(id) && !pending.has(id) && !unread.has(id));
    const there = store.read(open.map(({ key }) => key));
    for (const { id, key } of open) {
      const vector = there.get(key);
      if (vector === undefined) {
        // The store has lost it since.
        pending.add(id);
      } else {
        target.add(id, vector);
      }
    }
    return true;
  }

  function* entries(): Iterable<readonly [ChunkId, Embedding]> {
    for (const run of runsOf(view())) {
      const alive = stored.keyed(run).filter(({ id }) => isAlive(view(), id));
      const there = store.read(alive.map(({ key }) => key));
      for (const { id, key } of alive) {
        const vector = there.get(key);
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
    pending,
    get unread() {
      return unread.size;
    },
    forView(of) {
      apply();
      // While an older snapshot keeps them in, the index has chunks that the view does not have.
      return waiting.length === 0 ? index : restrictTo(index, (chunk) => isAlive(of, chunk));
    },
    note,
    readStore,
    readFirst,
    arrived,
    lookAgain,
    replaceBy,
    async steadily(work) {
      steady += 1;
      try {
        return await work();
      } finally {
        steady -= 1;
        apply();
      }
    },
  };
}
