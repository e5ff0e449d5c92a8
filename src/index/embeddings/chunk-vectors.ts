// The chunk vectors of one project: which chunks have one, which still lack one, and the index that searches them. Follows the
// document table; vectors come from the machine's store. It embeds nothing itself and does not choose the kind of index.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Embedding } from "../../embedding/embedder.ts";
import { sleep } from "../../system/wait.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import { type ChunkRun, isAlive, runsOf, type TableChanges, type TableView } from "../database/document-table.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { type ChunkSet, openChunkSet } from "./chunk-set.ts";
import { openServedIndex, type ServedIndex } from "./served-index.ts";
import type { KeyedChunk, StoredVectors } from "./stored-vectors.ts";

/** An index that can list what it contains. */
export type ListedIndex = VectorIndex & { chunks(): Iterable<ChunkId> };

export interface ChunkVectors extends Pick<ServedIndex, "index" | "forView" | "freeze"> {
  /** Chunks that lack a vector. */
  readonly pending: Pick<ChunkSet, "size" | "has" | "descending" | "last">;
  /** Chunks that were added and not yet looked up in the store. */
  readonly unread: number;
  note(changes: TableChanges): void;
  /** Looks up in the store what was added since the last call, in slices between other events. */
  readStore(signal: AbortSignal): Promise<void>;
  /** Looks up these few at once, before all others; those without a vector are `pending` afterwards. */
  readFirst(chunks: readonly ChunkId[]): void;
  /** Takes vectors that were made for chunks; those of chunks that are not pending are ignored. */
  arrived(made: Iterable<readonly [ChunkId, Embedding]>): void;
  /** Looks up pending chunks again, whose vectors another process may have made; returns how many it found. */
  lookAgain(): number;
  /** Takes another index in place of the present one, once it contains what this one does. */
  replaceBy(index: ListedIndex, signal: AbortSignal): Promise<void>;
  /** Every chunk that has a vector, with it. */
  entries(): Iterable<readonly [ChunkId, Embedding]>;
}

export interface ChunkVectorsInput {
  readonly dimensions: number;
  readonly stored: StoredVectors;
  readonly view: () => TableView;
  readonly snapshotsInUse: () => number;
}

/** Chunks looked up between two yields to the event loop: some 5 ms. */
const SLICE = 256;
/** Changes that may wait: 6 MB of vectors. */
const WAITING_MAX = 16 * SLICE;
/** Chunks looked up again at once, of the newest and of the others each: 5 ms. */
const LOOK_AGAIN = 256;
const FROZEN_POLL_MS = 5;

export function openChunkVectors({ dimensions, stored, view, snapshotsInUse }: ChunkVectorsInput): ChunkVectors {
  const pending = openChunkSet();
  const unread = openChunkSet();
  const served = openServedIndex({ dimensions, view, snapshotsInUse });
  /** Where the next look at the older pending chunks begins. */
  let lookFrom = -1;

  const isChunkAlive = ({ id }: KeyedChunk): boolean => isAlive(view(), id);

  /** Looks up those that exist and have no vector yet; returns how many have one in the store. */
  function lookUp(keyed: readonly KeyedChunk[]): number {
    let found = 0;
    for (const [chunk, vector] of stored.read(keyed.filter((one) => isChunkAlive(one) && !served.index.has(one.id)))) {
      if (vector === undefined) {
        pending.add(chunk);
      } else {
        pending.delete(chunk);
        served.add(chunk, vector);
        found += 1;
      }
    }
    return found;
  }

  async function readStore(signal: AbortSignal): Promise<void> {
    while (unread.size > 0) {
      throwIfCancelled(signal);
      const runs = unread.firstRuns(SLICE);
      lookUp(runs.flatMap(stored.keyed));
      for (const run of runs) {
        unread.deleteRun(run);
      }
      served.apply();
      while (served.waiting > WAITING_MAX && served.isFrozen()) {
        throwIfCancelled(signal);
        await sleep(FROZEN_POLL_MS, signal);
        served.apply();
      }
      await yieldToEvents();
    }
    served.apply();
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
    // The other process has its own order, so each call also looks through a further part of the others.
    const others = pending.lastOnes((lookFrom < 0 ? pending.last() : lookFrom) as ChunkId, LOOK_AGAIN);
    total += lookUp(stored.keyedOnes(others));
    lookFrom = others.length < LOOK_AGAIN ? -1 : (others.at(-1) ?? 0) - 1;
    served.apply();
    return total;
  }

  return {
    get index() {
      return served.index;
    },
    forView: served.forView,
    freeze: served.freeze,
    pending,
    get unread() {
      return unread.size;
    },
    note({ removed, added }) {
      for (const run of removed) {
        pending.deleteRun(run);
        unread.deleteRun(run);
        served.remove(run);
      }
      added.forEach(unread.addRun);
      served.apply();
    },
    readStore,
    readFirst(chunks) {
      const unreadOnes = chunks.filter((chunk) => unread.has(chunk));
      lookUp(stored.keyedOnes(unreadOnes));
      unreadOnes.forEach(unread.delete);
      served.apply();
    },
    arrived(made) {
      for (const [chunk, vector] of made) {
        if (pending.has(chunk)) {
          pending.delete(chunk);
          served.add(chunk, vector);
        }
      }
      served.apply();
    },
    lookAgain,
    replaceBy: (next, signal) => served.replace(next, () => fill(next, { view, stored, pending, unread }, signal)),
    *entries() {
      for (const run of runsOf(view())) {
        for (const [chunk, vector] of stored.read(stored.keyed(run).filter(isChunkAlive))) {
          if (vector !== undefined) {
            yield [chunk, vector];
          }
        }
      }
    },
  };
}

/** What is known of the project's chunks. */
interface Known {
  readonly view: () => TableView;
  readonly stored: StoredVectors;
  readonly pending: ChunkSet;
  readonly unread: ChunkSet;
}

/** Makes `next` contain every chunk that has a vector, and no other. */
async function fill(next: ListedIndex, known: Known, signal: AbortSignal): Promise<void> {
  const { view, pending, unread } = known;
  const dead: ChunkId[] = [];
  for (const chunk of next.chunks()) {
    if (isAlive(view(), chunk)) {
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
    if (fillRun(next, run, known)) {
      throwIfCancelled(signal);
      await yieldToEvents();
    }
  }
}

/** False if the index lacked nothing of the run. */
function fillRun(target: VectorIndex, run: ChunkRun, { view, stored, pending, unread }: Known): boolean {
  const isMissing = (chunk: ChunkId) => !target.has(chunk) && !pending.has(chunk) && !unread.has(chunk);
  if (!chunksOf(run).some(isMissing)) {
    return false;
  }
  for (const [chunk, vector] of stored.read(
    stored.keyed(run).filter(({ id }) => isAlive(view(), id) && isMissing(id)),
  )) {
    if (vector === undefined) {
      // The store has lost it since.
      pending.add(chunk);
    } else {
      target.add(chunk, vector);
    }
  }
  return true;
}

const chunksOf = ({ first, count }: ChunkRun): ChunkId[] =>
  Array.from({ length: count }, (_, at) => (first + at) as ChunkId);
