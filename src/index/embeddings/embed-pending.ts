// Makes the vectors that chunks still lack, in small batches that are each committed to the store, under the vectors
// lease: of several servers one embeds, the others see its vectors arrive.
import { setMaxListeners } from "node:events";
import type { Embedding } from "../../embedding/embedder.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import type { Pace } from "../../system/pace.ts";
import { sleep } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import { writerOf } from "../database/database.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import type { EmbedFirstInput } from "./embed-first.ts";
import { openEmbedOrder } from "./embed-order.ts";
import { arrivals, byDocument, type TextToEmbed, textsToEmbed } from "./texts-to-embed.ts";

export interface EmbedInput extends EmbedFirstInput {
  /** Texts that failed by themselves, with the problem to report; added to here, and not tried again. */
  readonly failed: Map<ChunkId, Problem>;
  /** Chunks that answers needed and did not get in time: they come first. */
  readonly asked: Set<ChunkId>;
  /** How far a path is from the source, 0 to 1; such files are embedded later. */
  readonly sideDistance: (path: string) => number;
  readonly pace?: Pace | undefined;
  readonly signal: AbortSignal;
  /** Awaited between rounds of batches, while this process has the vectors lease. */
  readonly betweenRounds: () => Promise<void>;
  /** After each batch. */
  readonly onProgress: () => void;
}

/** How often the vectors of the process that embeds are looked for, in milliseconds. */
const POLL_MS = 250;
/** Batches in progress at once: one is written while the next ones keep the workers busy. */
const BATCHES = 3;
const BATCH_MIN = 8;
/** So many single texts failing in a row mean a broken model, not odd texts. */
const FAILURES_MAX = 3;

/** Ends when no chunk lacks a vector that can be made now; returns how many were made here. */
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
      await sleep(POLL_MS, signal);
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
  const inProgress = new Set<ChunkId>();
  const errors: unknown[] = [];
  let embedded = 0;
  let failuresInARow = 0;

  async function embedBatch(batch: readonly TextToEmbed[]): Promise<void> {
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
        giveUpOn(only, error, input.failed);
        return;
      }
      for (const wanted of batch) {
        await embedBatch([wanted]);
      }
    }
    input.onProgress();
  }

  /** Waits until a batch may begin, and begins it; false if no more is to begin. */
  async function begin(batch: readonly TextToEmbed[]): Promise<boolean> {
    while (running.size >= BATCHES && errors.length === 0) {
      await Promise.race(running);
    }
    await input.pace?.wait(signal);
    if (errors.length > 0 || signal.aborted) {
      return false;
    }
    const task = embedBatch(batch)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        running.delete(task);
        for (const chunk of batch.flatMap(({ chunks }) => chunks)) {
          inProgress.delete(chunk);
        }
      });
    running.add(task);
    return true;
  }

  const size = Math.max(BATCH_MIN, Math.ceil(embedder.parallelism / 2));
  try {
    for await (const batch of batchesOf(wantedTexts(input, inProgress), size)) {
      if (!(await begin(batch))) {
        break;
      }
    }
  } catch (error) {
    errors.push(error);
  }
  // Also after an error: nothing runs when the lease is released.
  await Promise.all(running);
  if (errors.length > 0) {
    throw errors[0];
  }
  throwIfCancelled(signal);
  return embedded;
}

function giveUpOn({ chunks, path }: TextToEmbed, error: unknown, failed: EmbedInput["failed"]): void {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `One of its chunks is searched by words only: ${reason}`;
  for (const chunk of chunks) {
    failed.set(chunk, { code: "EMBEDDING_FAILED", path, message });
  }
}

/** A Failure concerns the model or the store: no other text would fare better. */
function isOfOneText(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === "TIMED_OUT" || error.code === "INTERNAL";
}

async function embedAndKeep(
  { handles, embedder, store, vectors, signal }: EmbedInput,
  batch: readonly TextToEmbed[],
): Promise<number> {
  // Another project, or the process that had the lease before, may have made some already.
  const existing = store.read(batch.map(({ key }) => key));
  vectors.arrived(arrivals(batch, existing));
  const missing = batch.filter(({ key }) => !existing.has(key));
  const made = await embedder.embed(
    missing.map(({ text }) => text),
    signal,
  );
  const entries = new Map<EmbeddingKey, Embedding>();
  missing.forEach(({ key }, at) => {
    const vector = made[at];
    if (vector !== undefined) {
      entries.set(key, vector);
    }
  });
  throwIfReplaced(handles.database);
  store.write(entries);
  vectors.arrived(arrivals(missing, entries));
  return entries.size;
}

/** The texts of pending chunks, read again through the corpus, most wanted first, including those that are added meanwhile. */
async function* wantedTexts(input: EmbedInput, inProgress: Set<ChunkId>): AsyncGenerator<TextToEmbed> {
  const { handles, vectors, failed, asked, sideDistance } = input;
  const view = () => handles.table.view;
  const order = openEmbedOrder({ view, stamps: handles.table.stamps, pending: vectors.pending, asked, sideDistance });
  for (;;) {
    const round = order.next();
    if (round.length === 0) {
      return;
    }
    const chunks = round.filter((chunk) => !failed.has(chunk) && !inProgress.has(chunk));
    for (const group of byDocument(view(), chunks)) {
      for (const wanted of await textsToEmbed(input, group)) {
        for (const chunk of wanted.chunks) {
          inProgress.add(chunk);
        }
        yield wanted;
      }
    }
    // Between rounds, so that what was edited meanwhile is in the next one.
    await vectors.readStore(input.signal);
    await input.betweenRounds();
  }
}

async function* batchesOf(wanted: AsyncIterable<TextToEmbed>, size: number): AsyncGenerator<TextToEmbed[]> {
  let batch: TextToEmbed[] = [];
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
