// The worker processes of one model: one at the ordinary priority for requests that a caller waits for, the others at a low
// one. A task is tried twice. A failure says whether it concerns the texts or the model.
import { packagePath } from "../system/package-root.ts";
import { openWorkerPool, type WorkerPool } from "../system/worker-pool.ts";
import { cancelled, Failure, messageOf } from "../vocabulary/failure.ts";
import type { Embedding } from "./embedder.ts";
import type { LockedModel } from "./model-lock.ts";

/** Far longer than the slowest start or task on a busy machine; a worker that hangs longer is replaced. */
const TASK_TIMEOUT_MS = 60_000;
/** After the model failed to run, it is not tried again for each query. */
const RETRY_AFTER_FAILURE_MS = 30_000;
/** A small nursery: 25 MB less resident memory a worker, at the same speed. */
const WORKER_FLAGS = ["--max-semi-space-size=1"];
/** Embedding in the background uses only what other programs leave. */
const NICENESS = 19;
/** A worker beyond the one that queries need is ended after so many milliseconds without a text. */
const SPARE_IDLE_MS = 10_000;
/** The chunks of an edit: some 20 ms each in the process for queries, where to start another one takes 400 ms of processor. */
const FEW_TASKS = 40;

export interface EmbeddingTaskOptions {
  readonly signal: AbortSignal | undefined;
  readonly urgent: boolean;
}

export interface EmbeddingPoolOptions {
  /** The last process ends after so long without a task. */
  readonly restAfterMs: number;
  /** At a low priority, except for urgent texts. */
  readonly background: boolean;
}

/** Starts no process before its first task. */
export class EmbeddingPool {
  readonly #dimensions: number;
  readonly #pool: WorkerPool<readonly string[], Float32Array>;
  #closed = false;
  /** Whether any text has been embedded. If so, a process that dies counts against its text, not against the model. */
  #worked = false;
  #broken: { readonly failure: Failure; readonly at: number } | null = null;

  constructor(model: LockedModel, size: number, { restAfterMs, background }: EmbeddingPoolOptions) {
    this.#dimensions = model.dimensions;
    this.#pool = openWorkerPool({
      entry: packagePath("dist", "workers", "embedding.js"),
      size,
      initial: model,
      execArgv: WORKER_FLAGS,
      idleMs: restAfterMs,
      spareIdleMs: SPARE_IDLE_MS,
      niceness: background ? NICENESS : 0,
      // Where nothing runs at a low priority, an urgent task that goes first is soon enough.
      urgentProcess: background,
      fewTasks: background ? FEW_TASKS : 0,
    });
  }

  async embed(texts: readonly string[], options: EmbeddingTaskOptions): Promise<Embedding[]> {
    const vectors = await this.#run(texts, options);
    this.#worked = true;
    return texts.map((_, index) => vectors.slice(index * this.#dimensions, (index + 1) * this.#dimensions));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.close();
  }

  async #run(texts: readonly string[], options: EmbeddingTaskOptions): Promise<Float32Array> {
    if (this.#closed) {
      throw cancelled("the embedder is closed");
    }
    if (this.#broken !== null && performance.now() - this.#broken.at < RETRY_AFTER_FAILURE_MS) {
      throw this.#broken.failure;
    }
    const attempt = () => this.#pool.run(texts, { ...options, timeoutMs: TASK_TIMEOUT_MS });
    try {
      return await attempt().catch((error: unknown) => {
        if (this.#closed || (error instanceof Failure && error.code !== "TIMED_OUT")) {
          throw error;
        }
        // A worker that was killed or hung says nothing about the text: one more try, in another process.
        return attempt();
      });
    } catch (error) {
      const failure = this.#asFailure(error);
      if (failure.code.startsWith("MODEL_") || failure.code === "EMBEDDING_UNAVAILABLE") {
        this.#broken = { failure, at: performance.now() };
      }
      throw failure;
    }
  }

  #asFailure(error: unknown): Failure {
    if (this.#closed) {
      return cancelled("the embedder was closed", error);
    }
    if (error instanceof Failure) {
      return error;
    }
    const reason = messageOf(error);
    if (this.#worked) {
      return new Failure("INTERNAL", `these texts could not be embedded in two attempts: ${reason}`, {
        hint: "other texts are not affected",
        cause: error,
      });
    }
    return new Failure("EMBEDDING_UNAVAILABLE", `texts cannot be embedded: ${reason}`, {
      hint: "run `context-broker doctor`; until this is fixed, search uses words only",
      cause: error,
    });
  }
}
