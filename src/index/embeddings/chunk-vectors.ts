// The chunk vectors of one project: which chunks have one, which still lack one, and the index that searches them. Follows the
// document table; vectors come from the machine's store. It embeds nothing itself and does not choose the kind of index.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import { log } from "../../system/log.ts";
import { sleep } from "../../system/wait.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { messageOf, throwIfCancelled } from "../../vocabulary/failure.ts";
import { type ChunkRun, isAlive, runsOf, type TableChanges } from "../database/document-table.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { ChunkSet } from "./chunk-set.ts";
import { type ClaimingIndex, ServedIndex } from "./served-index.ts";
import type { KeyedChunk, StoredVectors } from "./stored-vectors.ts";

/** The part of a team's index that concerns this project. */
export interface TeamChunks {
  readonly index: ClaimingIndex;
  /** The keys of the published ones of these chunks. Rejects if the team's index does not answer. */
  contains(chunks: readonly KeyedChunk[], signal: AbortSignal | undefined): Promise<ReadonlySet<EmbeddingKey>>;
}

/** An index that can list what it contains. */
export type ListedIndex = VectorIndex & { chunks(): Iterable<ChunkId> };

/** Chunks looked up between two yields to the event loop: some 5 ms. */
const SLICE = 256;
/** Chunks that a team's index is asked about at once. */
const TEAM_SLICE = 2_048;
/** Changes that may wait: 6 MB of vectors. */
const WAITING_MAX = 16 * SLICE;
/** Chunks looked up again at once, of the newest and of the others each: 5 ms. */
const LOOK_AGAIN = 256;
const FROZEN_POLL_MS = 5;
const NONE: ReadonlySet<EmbeddingKey> = new Set();

export class ChunkVectors {
  /** Chunks that lack a vector. */
  readonly pending = new ChunkSet();
  /** Chunks that were added and not yet looked up in the store. */
  readonly unread = new ChunkSet();
  readonly served: ServedIndex;
  readonly #handles: Pick<IndexHandles, "table">;
  readonly #stored: StoredVectors;
  readonly #team: TeamChunks | null;
  /** Where the next look at the older pending chunks begins. */
  #lookFrom = -1;

  /** `team`: where vectors are looked up before the store; null for a project without a team's index. */
  constructor(handles: IndexHandles, stored: StoredVectors, dimensions: number, team: TeamChunks | null) {
    this.#handles = handles;
    this.#stored = stored;
    this.#team = team;
    this.served = new ServedIndex(handles, dimensions, team?.index ?? null);
  }

  /** Follows the changes of the document table. */
  note({ removed, added }: TableChanges): void {
    for (const run of removed) {
      this.pending.deleteRun(run);
      this.unread.deleteRun(run);
      this.served.remove(run);
    }
    for (const run of added) {
      this.unread.addRun(run);
    }
    this.served.apply();
  }

  /**
   * Looks up what was added since the last call, in slices between other events. If the team's index does not answer, what the store
   * lacks stays `unread`: it may be published.
   */
  async readStore(signal: AbortSignal): Promise<void> {
    while (this.unread.size > 0) {
      throwIfCancelled(signal);
      const runs = this.unread.firstRuns(this.#team === null ? SLICE : TEAM_SLICE);
      this.#lookUp(await this.#unpublished(runs, signal));
      for (const run of runs) {
        this.unread.deleteRun(run);
      }
      this.served.apply();
      while (this.served.waiting > WAITING_MAX && this.served.isFrozen()) {
        throwIfCancelled(signal);
        await sleep(FROZEN_POLL_MS, signal);
        this.served.apply();
      }
      await yieldToEvents();
    }
    this.served.apply();
  }

  /** Looks these chunks up again, because they are not published any more. */
  lost(chunks: readonly ChunkId[]): void {
    for (const chunk of chunks) {
      this.served.remove({ first: chunk, count: 1 });
      this.unread.add(chunk);
    }
    this.served.apply();
  }

  /** Makes `readStore` look up all pending chunks again, after vectors were stored for many of them. */
  readAgain(): void {
    for (const run of this.pending.firstRuns(this.pending.size)) {
      this.pending.deleteRun(run);
      this.unread.addRun(run);
    }
  }

  /**
   * Looks up these few at once, before all others; those without a vector are `pending` afterwards, also if the team's index does not
   * answer: the request waits for them.
   */
  async readFirst(chunks: readonly ChunkId[], signal: AbortSignal | undefined): Promise<void> {
    const unread = chunks.filter((chunk) => this.unread.has(chunk));
    const keyed = this.#stored.keyedOnes(unread);
    const published = await this.#claim(keyed, signal).catch((error: unknown) => {
      throwIfCancelled(signal);
      log("info", "team-index.not-asked", { reason: messageOf(error) });
      return new Set<EmbeddingKey>();
    });
    this.#lookUp(keyed.filter(({ key }) => !published.has(key)));
    for (const chunk of unread) {
      this.unread.delete(chunk);
    }
    this.served.apply();
  }

  /** Takes vectors that were made for chunks; those of chunks that are not pending are ignored. */
  arrived(made: Iterable<readonly [ChunkId, Embedding]>): void {
    for (const [chunk, vector] of made) {
      if (this.pending.has(chunk)) {
        this.pending.delete(chunk);
        this.served.add(chunk, vector);
      }
    }
    this.served.apply();
  }

  /** Looks up pending chunks again, whose vectors another process may have made; returns how many it found. */
  lookAgain(): number {
    const { pending } = this;
    let total = 0;
    let found: number;
    do {
      found = this.#lookUp(this.#stored.keyedOnes(pending.lastOnes(pending.last(), LOOK_AGAIN)));
      total += found;
    } while (found === LOOK_AGAIN);
    // The other process has its own order, so each call also looks through a further part of the others.
    const others = pending.lastOnes((this.#lookFrom < 0 ? pending.last() : this.#lookFrom) as ChunkId, LOOK_AGAIN);
    total += this.#lookUp(this.#stored.keyedOnes(others));
    this.#lookFrom = others.length < LOOK_AGAIN ? -1 : (others.at(-1) ?? 0) - 1;
    this.served.apply();
    return total;
  }

  /** Takes another index in place of the present one, once it contains what this one does. */
  replaceBy(index: ListedIndex, signal: AbortSignal): Promise<void> {
    return this.served.replace(index, () => this.#fill(index, signal));
  }

  /** Every chunk that has a vector, with it. */
  *entries(): Iterable<readonly [ChunkId, Embedding]> {
    for (const run of runsOf(this.#handles.table.view)) {
      for (const [chunk, vector] of this.#readAlive(this.#stored.keyed(run), () => true)) {
        if (vector !== undefined) {
          yield [chunk, vector];
        }
      }
    }
  }

  /** Those of the runs whose vectors are not published; the others are claimed. */
  async #unpublished(runs: readonly ChunkRun[], signal: AbortSignal): Promise<KeyedChunk[]> {
    const keyed = runs.flatMap((run) => this.#stored.keyed(run));
    const published = await this.#claim(keyed, signal).catch((error: unknown) => {
      // The database may be closed by then.
      throwIfCancelled(signal);
      this.#readKnown();
      throw error;
    });
    return keyed.filter(({ key }) => !published.has(key));
  }

  /** Claims the chunks that the team's index has; returns their keys. */
  async #claim(keyed: readonly KeyedChunk[], signal: AbortSignal | undefined): Promise<ReadonlySet<EmbeddingKey>> {
    if (this.#team === null || keyed.length === 0) {
      return NONE;
    }
    const published = await this.#team.contains(keyed, signal);
    for (const { id } of keyed.filter(({ key }) => published.has(key))) {
      this.pending.delete(id);
      this.served.claim(id);
    }
    return published;
  }

  /** Serves the unread chunks that are in the machine's store. */
  #readKnown(): void {
    for (const run of this.unread.firstRuns(this.unread.size)) {
      for (const [chunk, vector] of this.#readAlive(this.#stored.keyed(run), () => true)) {
        if (vector !== undefined) {
          this.unread.delete(chunk);
          this.served.add(chunk, vector);
        }
      }
    }
    this.served.apply();
  }

  #readAlive(keyed: readonly KeyedChunk[], isWanted: (chunk: ChunkId) => boolean) {
    return this.#stored.read(keyed.filter(({ id }) => isAlive(this.#handles.table.view, id) && isWanted(id)));
  }

  /** Looks up those that exist and have no vector yet; returns how many have one in the store. */
  #lookUp(keyed: readonly KeyedChunk[]): number {
    let found = 0;
    for (const [chunk, vector] of this.#readAlive(keyed, (chunk) => !this.served.index.has(chunk))) {
      if (vector === undefined) {
        this.pending.add(chunk);
      } else {
        this.pending.delete(chunk);
        this.served.add(chunk, vector);
        found += 1;
      }
    }
    return found;
  }

  /** Makes `next` contain every chunk that has a vector, and no other. */
  async #fill(next: ListedIndex, signal: AbortSignal): Promise<void> {
    let alive = 0;
    for (const { first, count } of runsOf(this.#handles.table.view)) {
      for (let chunk = first; chunk < first + count; chunk++) {
        if (next.has(chunk)) {
          alive += 1;
          this.unread.delete(chunk);
          this.pending.delete(chunk);
        }
      }
    }
    const dead =
      alive === next.size ? [] : [...next.chunks()].filter((chunk) => !isAlive(this.#handles.table.view, chunk));
    for (const chunk of dead) {
      next.remove(chunk);
    }
    for (const run of runsOf(this.#handles.table.view)) {
      if (this.#fillRun(next, run)) {
        throwIfCancelled(signal);
        await yieldToEvents();
      }
    }
  }

  /** False if the index lacked nothing of the run. */
  #fillRun(target: VectorIndex, run: ChunkRun): boolean {
    const isMissing = (chunk: ChunkId) => !target.has(chunk) && !this.pending.has(chunk) && !this.unread.has(chunk);
    let at = run.first;
    while (at < run.first + run.count && !isMissing(at)) {
      at++;
    }
    if (at === run.first + run.count) {
      return false;
    }
    for (const [chunk, vector] of this.#readAlive(this.#stored.keyed(run), isMissing)) {
      if (vector === undefined) {
        // The store has lost it since.
        this.pending.add(chunk);
      } else {
        target.add(chunk, vector);
      }
    }
    return true;
  }
}
