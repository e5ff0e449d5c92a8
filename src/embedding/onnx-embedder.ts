// The embedder of the program: the model in worker processes, each with one thread, started when the first text comes
// and ended when none has come for a while. Does not know what the texts are or where their vectors are kept.
import { setMaxListeners } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { packagePath } from "../system/package-root.ts";
import { openWorkerPool, type WorkerPool } from "../system/worker-pool.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { Embedder, Embedding } from "./embedder.ts";
import { findModel, type ModelChoice } from "./find-model.ts";
import type { LockedModel } from "./model-lock.ts";

export interface EmbedderSettings extends ModelChoice {
  /** Worker processes at most; 0 is `defaultJobs()`. */
  readonly jobs: number;
  /** Ends the last worker after so long without a text; the next one then waits about 300 ms for a new process. */
  readonly restAfterMs?: number;
}

/** A query waits at most for one task, so tasks are short: one or two chunks, 15–50 ms, or more of shorter texts. */
const CHARACTERS_A_TASK = 2_000;
const TEXTS_A_TASK_MAX = 16;
/** Enough texts of any length to keep a worker busy while the caller writes what came back. */
const TEXTS_A_WORKER = 16;
/** Far beyond the slowest start and task of a busy machine; a worker that hangs longer is replaced. */
const TASK_TIMEOUT_MS = 60_000;
const REST_AFTER_MS = 600_000;
const QUERIES_KEPT = 256;
/** A model that cannot be run is not tried again for each query. */
const RETRY_AFTER_FAILURE_MS = 30_000;
const WORKER_BYTES = 180_000_000;
/** A small nursery: 25 MB less resident memory a worker, at the same speed. */
const WORKER_FLAGS = ["--max-semi-space-size=1"];
const JOBS_MAX = 8;
/** The workers only take what other programs leave. */
const NICENESS = 5;

/** One worker a core, but a core is left to the server from three on, and at most an eighth of memory is used. */
export function defaultJobs(cores: number = availableParallelism(), memoryBytes: number = totalmem()): number {
  const spare = cores <= 2 ? cores : cores - 1;
  return Math.max(1, Math.min(spare, JOBS_MAX, Math.floor(memoryBytes / 8 / WORKER_BYTES)));
}

/** Finds the model (its lock, no weights) and answers an embedder that costs nothing until its first text. */
export async function openEmbedder(settings: EmbedderSettings, signal?: AbortSignal): Promise<Embedder> {
  const model = await findModel(settings, signal);
  const jobs = settings.jobs > 0 ? settings.jobs : defaultJobs();
  const workers = lazyPool(model, jobs, settings.restAfterMs ?? REST_AFTER_MS);
  const queries = new Map<string, Embedding>();

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]> {
    throwIfCancelled(signal);
    const failed = new AbortController();
    const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
    // One listener a waiting task is meant.
    setMaxListeners(0, either);
    try {
      const tasks = tasksOf(texts).map((task) => workers.embed(task, { signal: either, urgent: false }));
      return (await Promise.all(tasks)).flat();
    } catch (error) {
      failed.abort();
      throw error;
    }
  }

  async function embedQuery(text: string, signal?: AbortSignal): Promise<Embedding> {
    throwIfCancelled(signal);
    const kept = queries.get(text);
    const [vector] = kept === undefined ? await workers.embed([text], { signal, urgent: true }) : [kept];
    if (vector === undefined) {
      throw new Failure("INTERNAL", "a worker answered no vector", { hint: "report this with the log" });
    }
    queries.delete(text);
    queries.set(text, vector);
    for (const oldest of queries.keys()) {
      if (queries.size <= QUERIES_KEPT) {
        break;
      }
      queries.delete(oldest);
    }
    return vector.slice();
  }

  return {
    model: model.id,
    dimensions: model.dimensions,
    parallelism: jobs * TEXTS_A_WORKER,
    embed,
    embedQuery,
    close: workers.close,
  };
}

/** Cuts the texts, in their order, into tasks of about equal work. */
function tasksOf(texts: readonly string[]): string[][] {
  const tasks: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const last = tasks.at(-1);
    if (last === undefined || characters + text.length > CHARACTERS_A_TASK || last.length === TEXTS_A_TASK_MAX) {
      tasks.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return tasks;
}

interface TaskOptions {
  readonly signal: AbortSignal | undefined;
  readonly urgent: boolean;
}

interface LazyPool {
  embed(texts: readonly string[], options: TaskOptions): Promise<Embedding[]>;
  close(): Promise<void>;
}

/** A pool that is opened by its first task, retries a task once, and rests when it is not used. */
function lazyPool(model: LockedModel, size: number, restAfterMs: number): LazyPool {
  let pool: WorkerPool<readonly string[], Float32Array> | undefined;
  let running = 0;
  let closed = false;
  /** Whether any text was ever embedded: if so, a process that ends early speaks against its text, not the model. */
  let worked = false;
  let restTimer: NodeJS.Timeout | undefined;
  let broken: { readonly failure: Failure; readonly at: number } | undefined;

  function open(): WorkerPool<readonly string[], Float32Array> {
    pool ??= openWorkerPool({
      entry: packagePath("dist", "workers", "embedding.js"),
      size,
      initial: model,
      execArgv: WORKER_FLAGS,
      keep: 1,
      niceness: NICENESS,
    });
    return pool;
  }

  async function run(texts: readonly string[], options: TaskOptions): Promise<Float32Array> {
    if (closed) {
      throw new Failure("CANCELLED", "the embedder is closed", { hint: "ask again when wanted" });
    }
    if (broken !== undefined && performance.now() - broken.at < RETRY_AFTER_FAILURE_MS) {
      throw broken.failure;
    }
    const attempt = () => open().run(texts, { ...options, timeoutMs: TASK_TIMEOUT_MS });
    try {
      return await attempt().catch((error: unknown) => {
        if (closed || (error instanceof Failure && error.code !== "TIMED_OUT")) {
          throw error;
        }
        // A worker that was killed or hung says nothing of the text: one more try, in another process.
        return attempt();
      });
    } catch (error) {
      const failure = asFailure(error, { closed, worked });
      if (failure.code.startsWith("MODEL_") || failure.code === "EMBEDDING_UNAVAILABLE") {
        broken = { failure, at: performance.now() };
      }
      throw failure;
    }
  }

  async function embed(texts: readonly string[], options: TaskOptions): Promise<Embedding[]> {
    clearTimeout(restTimer);
    running++;
    try {
      const vectors = await run(texts, options);
      worked = true;
      return texts.map((_, index) => vectors.slice(index * model.dimensions, (index + 1) * model.dimensions));
    } finally {
      running--;
      if (running === 0 && !closed) {
        restTimer = setTimeout(rest, restAfterMs).unref();
      }
    }
  }

  async function rest(): Promise<void> {
    clearTimeout(restTimer);
    const resting = pool;
    pool = undefined;
    await resting?.close();
  }

  async function close(): Promise<void> {
    closed = true;
    await rest();
  }

  return { embed, close };
}

function asFailure(
  error: unknown,
  { closed, worked }: { readonly closed: boolean; readonly worked: boolean },
): Failure {
  if (closed) {
    return new Failure("CANCELLED", "the embedder was closed", { hint: "ask again when wanted", cause: error });
  }
  if (error instanceof Failure) {
    return error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (worked) {
    return new Failure("INTERNAL", `these texts could not be embedded, in two processes: ${reason}`, {
      hint: "embed them one by one to find out which; other texts are not concerned",
      cause: error,
    });
  }
  return new Failure("EMBEDDING_UNAVAILABLE", `texts cannot be embedded: ${reason}`, {
    hint: "run `context-broker doctor`; until it is repaired, search goes on by words",
    cause: error,
  });
}
