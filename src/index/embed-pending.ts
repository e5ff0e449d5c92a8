// Makes the vectors that chunks still lack, in small batches that are each committed to the store, under the vectors
// lease: of several servers one embeds, the others see its vectors arrive.
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Embedder, Embedding } from "../embedding/embedder.ts";
import type { EmbeddingKey, VectorStore } from "../embedding/vector-store.ts";
import type { CorpusSource } from "../project/corpus.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { ChunkId } from "../vocabulary/ids.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { writerOf } from "./database.ts";
import type { IndexHandles } from "./index-handles.ts";
import { throwIfReplaced } from "./replacement.ts";
import { byDocument, type Wanted, wantedOf } from "./wanted-texts.ts";
import { tryAcquireLease } from "./writer-lease.ts";

export interface EmbedInput {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly vectors: ChunkVectors;
  /** Texts that failed by themselves, with what to say of them; added to here, and not tried again. */
  readonly hopeless: Map<EmbeddingKey, Problem>;
  readonly signal: AbortSignal;
  /** After each batch. */
  readonly onProgress: () => void;
}

/** How often the vectors of the process that embeds are looked for, in milliseconds. */
const POLL_MS = 250;
/** Batches under way at once: one is written while the next ones keep the workers busy. */
const BATCHES = 3;
const BATCH_MIN = 8;
/** Chunks chosen at once: what is edited waits for one round at most. */
const ROUND = 128;
/** So many single texts failing in a row mean a broken model, not odd texts. */
const FAILURES_MAX = 3;

/** Ends when no chunk lacks a vector that can be made now; answers how many were made here. */
export async function embedPending(input: EmbedInput): Promise<number> {
  const { handles, vectors, signal } = input;
  const connection = writerOf(handles.database);
  setMaxListeners(0, signal);
  for (;;) {
    throwIfCancelled(signal);
    await vectors.readStore(signal);
    if (vectors.pending.size === 0) {
      return 0;
    }
    const lease = tryAcquireLease(connection, "vectors");
    if (lease === null) {
      await sleep(POLL_MS);
      if (vectors.lookAgain() > 0) {
        input.onProgress();
      }
      continue;
    }
    try {
      vectors.lookAgain();
      return await embedAll(input);
    } finally {
      lease.release();
    }
  }
}

async function embedAll(input: EmbedInput): Promise<number> {
  const { embedder, signal } = input;
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let embedded = 0;
  let failuresInARow = 0;

  async function embedBatch(batch: readonly Wanted[]): Promise<void> {
    try {
      const made = await embedAndKeep(input, batch);
      embedded += made;
      failuresInARow = 0;
    } catch (error) {
      if (!isOfOneText(error) || failuresInARow >= FAILURES_MAX) {
        throw error;
      }
      const [only, ...others] = batch;
      if (only !== undefined && others.length === 0) {
        failuresInARow += 1;
        const reason = error instanceof Error ? error.message : String(error);
        const message = `A chunk of it is searched by words only: ${reason}`;
        input.hopeless.set(only.key, { code: "EMBEDDING_FAILED", path: only.path, message });
        return;
      }
      for (const wanted of batch) {
        await embedBatch([wanted]);
      }
    }
    input.onProgress();
  }

  const size = Math.max(BATCH_MIN, Math.ceil(embedder.parallelism / 2));
  for await (const batch of batchesOf(wantedTexts(input), size)) {
    while (running.size >= BATCHES && errors.length === 0) {
      await Promise.race(running);
    }
    if (errors.length > 0 || signal.aborted) {
      break;
    }
    const task = embedBatch(batch)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(task));
    running.add(task);
  }
  await Promise.all(running);
  if (errors.length > 0) {
    throw errors[0];
  }
  throwIfCancelled(signal);
  return embedded;
}

/** A Failure concerns the model or the store: no other text would fare better. */
function isOfOneText(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === "TIMED_OUT" || error.code === "INTERNAL";
}

async function embedAndKeep(
  { handles, embedder, store, vectors, signal }: EmbedInput,
  batch: readonly Wanted[],
): Promise<number> {
  // Another project, or the process that held the lease before, may have made some by now.
  const there = store.read(batch.map(({ key }) => key));
  vectors.arrived(there);
  const open = batch.filter(({ key }) => !there.has(key));
  const made = await embedder.embed(
    open.map(({ text }) => text),
    signal,
  );
  const entries = new Map<EmbeddingKey, Embedding>();
  open.forEach(({ key }, at) => {
    const vector = made[at];
    if (vector !== undefined) {
      entries.set(key, vector);
    }
  });
  throwIfReplaced(handles.database);
  store.write(entries);
  vectors.arrived(entries);
  return entries.size;
}

/** The texts of pending chunks, read again through the corpus, each once. What comes meanwhile is taken in. */
async function* wantedTexts(input: EmbedInput): AsyncGenerator<Wanted> {
  const attempted = new Set<ChunkId>();
  const seen = new Set<EmbeddingKey>();
  for (;;) {
    const round = newestPending(input, attempted);
    if (round.length === 0) {
      return;
    }
    for (const chunks of byDocument(input.handles.table.view, round)) {
      for (const wanted of await wantedOf(input, chunks)) {
        if (!seen.has(wanted.key)) {
          seen.add(wanted.key);
          yield wanted;
        }
      }
    }
  }
}

/** What was edited last is asked for first: new chunks have the highest ids. Ascending, to read each file once. */
function newestPending({ vectors, hopeless }: EmbedInput, attempted: Set<ChunkId>): ChunkId[] {
  const open = [...vectors.pending].filter(([chunk, key]) => !attempted.has(chunk) && !hopeless.has(key));
  const round = open
    .map(([chunk]) => chunk)
    .sort((a, b) => a - b)
    .slice(-ROUND);
  for (const chunk of round) {
    attempted.add(chunk);
  }
  return round;
}

async function* batchesOf(wanted: AsyncIterable<Wanted>, size: number): AsyncGenerator<Wanted[]> {
  let batch: Wanted[] = [];
  for await (const one of wanted) {
    batch.push(one);
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
