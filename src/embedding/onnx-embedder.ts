// The program's embedder: the model in worker processes with one thread each. They start when the first text comes and end
// when none has come for some time.

import { setMaxListeners } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { putLast } from "../system/memo.ts";
import type { ModelId } from "../vocabulary/chunk.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { Embedder, Embedding, ModelLanguages } from "./embedder.ts";
import { EmbeddingPool } from "./embedding-pool.ts";
import { findModel, type ModelChoice } from "./find-model.ts";
import type { LockedModel, Prompts } from "./model-lock.ts";

export interface EmbedderSettings extends ModelChoice {
  /** Worker processes at most; 0 is `defaultJobs()`. */
  readonly jobs: number;
  /** Which languages the model reads; default: English alone, as the shipped one does. */
  readonly languages?: ModelLanguages;
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
/** It holds 100 MB: long enough for somebody who thinks, not for one who has turned to something else. */
const REST_AFTER_MS = 90_000;
const QUERIES_CACHED = 256;
/** Resident memory of a worker at work, nearly. */
const WORKER_BYTES = 180_000_000;
const JOBS_MAX = 8;

/** One worker a core, but a core is left to the server from three on, and at most an eighth of memory is used. */
export function defaultJobs(cores: number = availableParallelism(), memoryBytes: number = totalmem()): number {
  const spare = cores <= 2 ? cores : cores - 1;
  return Math.max(1, Math.min(spare, JOBS_MAX, Math.floor(memoryBytes / 8 / WORKER_BYTES)));
}

/** Finds the model (its lock, no weights). The embedder costs nothing until its first text. */
export async function openEmbedder(settings: EmbedderSettings): Promise<Embedder> {
  return new OnnxEmbedder(await findModel(settings), settings);
}

class OnnxEmbedder implements Embedder {
  readonly model: ModelId;
  readonly dimensions: number;
  readonly languages: ModelLanguages;
  readonly parallelism: number;
  readonly #jobs: number;
  readonly #workers: EmbeddingPool;
  readonly #prompts: Prompts;
  readonly #queries = new Map<string, Embedding>();

  constructor(model: LockedModel, settings: EmbedderSettings) {
    this.model = model.id;
    this.dimensions = model.dimensions;
    this.#prompts = model.prompts ?? { query: "", document: "" };
    this.languages = settings.languages ?? "english";
    this.#jobs = settings.jobs > 0 ? settings.jobs : defaultJobs();
    this.parallelism = this.#jobs * TEXTS_A_WORKER;
    this.#workers = new EmbeddingPool(model, this.#jobs, {
      restAfterMs: settings.restAfterMs ?? REST_AFTER_MS,
      background: settings.background ?? true,
    });
  }

  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]> {
    return withOwnSignal(signal, async (own) => {
      const tasks = tasksOf(this.#documents(texts)).map((task) =>
        this.#workers.embed(task, { signal: own.signal, urgent: false }),
      );
      return (await Promise.all(tasks)).flat();
    });
  }

  embedWithin(texts: readonly string[], ms: number, signal?: AbortSignal): Promise<(Embedding | null)[]> {
    return withOwnSignal(signal, async (own) => {
      const timer = setTimeout(() => own.abort(), ms);
      const tasks = tasksOf(this.#documents(texts)).map((task) =>
        this.#workers.embed(task, { signal: own.signal, urgent: true }).catch((error: unknown) => {
          if (!concernsItsTexts(error)) {
            throw error;
          }
          return task.map(() => null);
        }),
      );
      const vectors = await Promise.all(tasks).finally(() => clearTimeout(timer));
      throwIfCancelled(signal);
      return vectors.flat();
    });
  }

  #documents(texts: readonly string[]): readonly string[] {
    const { document } = this.#prompts;
    return document === "" ? texts : texts.map((text) => document + text);
  }

  warm(what: "query" | "texts"): void {
    const urgent = what === "query";
    for (let job = 0; job < (urgent ? 1 : this.#jobs); job++) {
      this.#workers.embed([], { signal: undefined, urgent }).catch(() => undefined);
    }
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Embedding> {
    throwIfCancelled(signal);
    const known = this.#queries.get(text);
    const [vector] =
      known === undefined ? await this.#workers.embed([this.#prompts.query + text], { signal, urgent: true }) : [known];
    if (vector === undefined) {
      throw new Failure("INTERNAL", "a worker returned no vector", { hint: "report this as a bug, with the log" });
    }
    putLast(this.#queries, text, vector, QUERIES_CACHED);
    return vector.slice();
  }

  close(): Promise<void> {
    return this.#workers.close();
  }
}

/**
 * Runs the work with a signal of its own, which is aborted with the caller's, or when the work has ended. Linked by hand: the
 * caller's may live as long as the server, and each AbortSignal.any would leave a listener on it.
 */
async function withOwnSignal<Result>(
  signal: AbortSignal | undefined,
  work: (own: AbortController) => Promise<Result>,
): Promise<Result> {
  throwIfCancelled(signal);
  const own = new AbortController();
  const abort = () => own.abort();
  signal?.addEventListener("abort", abort, { once: true });
  // Each waiting task has one listener, so no warning is wanted.
  setMaxListeners(0, own.signal);
  try {
    return await work(own);
  } finally {
    abort();
    signal?.removeEventListener("abort", abort);
  }
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
