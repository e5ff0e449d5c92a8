// Makes the vectors that chunks still lack, in small batches that are each committed to the store, under the vectors
// lease: of several servers one embeds, the others see its vectors arrive.
import { setMaxListeners } from "node:events";
import type { Pace } from "../../system/pace.ts";
import { TaskGroup } from "../../system/task-group.ts";
import { sleep } from "../../system/wait.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { Failure, messageOf, type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import { writerOf } from "../database/database.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { tryAcquireLease } from "../database/writer-lease.ts";
import { type EmbedFirstInput, keepVectors } from "./embed-first.ts";
import { EmbedOrder } from "./embed-order.ts";
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
/** Of fewer texts, the time is that of starting the model. */
const MEASURED_MIN = 200;
/** The speed of a long run is noted each time that it has made so many. */
const MEASURED_EVERY = 1_000;
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

/** The state of one run. */
interface EmbedRun extends EmbedInput {
  readonly batches: TaskGroup;
  readonly inProgress: Set<ChunkId>;
  embedded: number;
  failuresInARow: number;
  /** What the speed has been noted of. */
  noted: { readonly embedded: number; readonly busyMs: number };
}

async function embedAll(input: EmbedInput): Promise<number> {
  const run: EmbedRun = {
    ...input,
    batches: new TaskGroup(),
    inProgress: new Set(),
    embedded: 0,
    failuresInARow: 0,
    noted: { embedded: 0, busyMs: 0 },
  };
  const size = Math.max(BATCH_MIN, Math.ceil(input.embedder.parallelism / 2));
  try {
    for await (const batch of batchesOf(wantedTexts(run), size)) {
      if (!(await begin(run, batch))) {
        break;
      }
    }
  } catch (error) {
    run.batches.fail(error);
  }
  // Also after an error: nothing runs when the lease is released.
  await run.batches.end();
  noteSpeed(run, MEASURED_MIN);
  throwIfCancelled(input.signal);
  return run.embedded;
}

/** Waits until a batch may begin, and begins it; false if no more is to begin. */
async function begin(run: EmbedRun, batch: readonly TextToEmbed[]): Promise<boolean> {
  const { batches, inProgress, pace, signal } = run;
  while (batches.size >= BATCHES && !batches.hasFailed) {
    await batches.next();
  }
  await pace?.wait(signal);
  if (batches.hasFailed || signal.aborted) {
    return false;
  }
  const ended = () => {
    for (const chunk of batch.flatMap(({ chunks }) => chunks)) {
      inProgress.delete(chunk);
    }
  };
  batches.add(embedBatch(run, batch).finally(ended));
  return true;
}

async function embedBatch(run: EmbedRun, batch: readonly TextToEmbed[]): Promise<void> {
  try {
    // Not `+= await`: other batches count meanwhile.
    const made = await embedAndKeep(run, batch);
    run.embedded += made;
    run.failuresInARow = 0;
    noteSpeed(run, MEASURED_EVERY);
  } catch (error) {
    if (!isOfOneText(error) || run.failuresInARow >= FAILURES_MAX) {
      throw error;
    }
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) {
      run.failuresInARow += 1;
      giveUpOn(only, error, run.failed);
      return;
    }
    for (const wanted of batch) {
      await embedBatch(run, [wanted]);
    }
  }
  run.onProgress();
}

/** Notes how fast texts were embedded, once there are so many since the last time. Pauses do not count. */
function noteSpeed(run: EmbedRun, texts: number): void {
  const { embedded, noted, batches, store } = run;
  if (embedded - noted.embedded >= texts) {
    run.noted = { embedded, busyMs: batches.busyMs };
    store.noteSpeed(embedded - noted.embedded, run.noted.busyMs - noted.busyMs);
  }
}

function giveUpOn({ chunks, path }: TextToEmbed, error: unknown, failed: EmbedInput["failed"]): void {
  const reason = messageOf(error);
  const message = `One of its chunks is searched by words only: ${reason}`;
  for (const chunk of chunks) {
    failed.set(chunk, { code: "EMBEDDING_FAILED", path, message });
  }
}

/** A Failure concerns the model or the store: no other text would fare better. */
function isOfOneText(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === "TIMED_OUT" || error.code === "INTERNAL";
}

async function embedAndKeep(run: EmbedRun, batch: readonly TextToEmbed[]): Promise<number> {
  const { handles, embedder, store, vectors, signal } = run;
  // Another project, or the process that had the lease before, may have made some already.
  const existing = store.read(batch.map(({ key }) => key));
  vectors.arrived(arrivals(batch, existing));
  const missing = batch.filter(({ key }) => !existing.has(key));
  const texts = missing.map(({ text }) => text);
  const made = await embedder.embed(texts, signal);
  throwIfReplaced(handles.database);
  return keepVectors(run, missing, made);
}

/** The texts of pending chunks, read again through the corpus, most wanted first, including those that are added meanwhile. */
async function* wantedTexts(run: EmbedRun): AsyncGenerator<TextToEmbed> {
  const { handles, vectors, failed, asked, sideDistance, inProgress } = run;
  const view = () => handles.table.view;
  const order = new EmbedOrder({ view, stamps: handles.table.stamps, pending: vectors.pending, asked, sideDistance });
  for (;;) {
    const round = order.next();
    if (round.length === 0) {
      return;
    }
    const chunks = round.filter((chunk) => !failed.has(chunk) && !inProgress.has(chunk));
    for (const group of byDocument(view(), chunks)) {
      for (const wanted of await textsToEmbed(run, group)) {
        for (const chunk of wanted.chunks) {
          inProgress.add(chunk);
        }
        yield wanted;
      }
    }
    // Between rounds, so that what was edited meanwhile is in the next one.
    await vectors.readStore(run.signal);
    await run.betweenRounds();
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
