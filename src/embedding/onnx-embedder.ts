// The program's embedder: the model in worker processes with one thread each. They start when the first text comes and end
// when none has come for some time.
import { setMaxListeners } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { Embedder, Embedding } from "./embedder.ts";
import { openEmbeddingPool } from "./embedding-pool.ts";
import { findModel, type ModelChoice } from "./find-model.ts";

export interface EmbedderSettings extends ModelChoice {
  /** Worker processes at most; 0 is `defaultJobs()`. */
  readonly jobs: number;
  /** Embeds at a low priority, except for queries. Default true, since people work on the same machine. */
  readonly background?: boolean;
  /** Ends the last worker after so long without a text; the next one then waits about 300 ms for a new process. */
  readonly restAfterMs?: number;
}

/** A query waits at most for one task, so tasks are short: one or two chunks, 15–50 ms, or more of shorter texts. */
const CHARACTERS_A_TASK = 2_000;
const TEXTS_A_TASK_MAX = 16;
/** Enough texts of any length to keep a worker busy while the caller writes what came back. */
const TEXTS_A_WORKER = 16;
const REST_AFTER_MS = 600_000;
const QUERIES_KEPT = 256;
/** Resident memory of a worker at work, nearly. */
const WORKER_BYTES = 180_000_000;
const JOBS_MAX = 8;

/** One worker a core, but a core is left to the server from three on, and at most an eighth of memory is used. */
export function defaultJobs(cores: number = availableParallelism(), memoryBytes: number = totalmem()): number {
  const spare = cores <= 2 ? cores : cores - 1;
  return Math.max(1, Math.min(spare, JOBS_MAX, Math.floor(memoryBytes / 8 / WORKER_BYTES)));
}

/** Finds the model (its lock, no weights) and answers an embedder that costs nothing until its first text. */
export async function openEmbedder(settings: EmbedderSettings, signal?: AbortSignal): Promise<Embedder> {
  const model = await findModel(settings, signal);
  const jobs = settings.jobs > 0 ? settings.jobs : defaultJobs();
  const workers = openEmbeddingPool(model, jobs, {
    restAfterMs: settings.restAfterMs ?? REST_AFTER_MS,
    background: settings.background ?? true,
  });
  const queries = new Map<string, Embedding>();

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]> {
    throwIfCancelled(signal);
    // Linked by hand: the signal may live as long as the server, and each AbortSignal.any would leave a listener on it.
    const stop = new AbortController();
    const abort = () => stop.abort();
    signal?.addEventListener("abort", abort, { once: true });
    // Each waiting task has one listener, so no warning is wanted.
    setMaxListeners(0, stop.signal);
    try {
      const tasks = tasksOf(texts).map((task) => workers.embed(task, { signal: stop.signal, urgent: false }));
      return (await Promise.all(tasks)).flat();
    } catch (error) {
      abort();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async function embedWithin(
    texts: readonly string[],
    ms: number,
    signal?: AbortSignal,
  ): Promise<(Embedding | null)[]> {
    throwIfCancelled(signal);
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const abort = () => stop.abort();
    const timer = setTimeout(abort, ms);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const tasks = tasksOf(texts).map((task) =>
        workers.embed(task, { signal: stop.signal, urgent: true }).catch((error: unknown) => {
          if (!concernsItsTexts(error)) {
            throw error;
          }
          return task.map(() => null);
        }),
      );
      const vectors = (await Promise.all(tasks)).flat();
      throwIfCancelled(signal);
      return vectors;
    } finally {
      abort();
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  function warm(what: "query" | "texts"): void {
    const urgent = what === "query";
    for (let job = 0; job < (urgent ? 1 : jobs); job++) {
      workers.embed([], { signal: undefined, urgent }).catch(() => undefined);
    }
  }

  async function embedQuery(text: string, signal?: AbortSignal): Promise<Embedding> {
    throwIfCancelled(signal);
    const kept = queries.get(text);
    const [vector] = kept === undefined ? await workers.embed([text], { signal, urgent: true }) : [kept];
    if (vector === undefined) {
      throw new Failure("INTERNAL", "a worker returned no vector", { hint: "report this as a bug, with the log" });
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
    embedWithin,
    embedQuery,
    warm,
    close: workers.close,
  };
}

/** True if other texts, or the same ones with more time, would not fail this way. */
function concernsItsTexts(error: unknown): boolean {
  return error instanceof Failure && ["CANCELLED", "INTERNAL", "TIMED_OUT"].includes(error.code);
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
