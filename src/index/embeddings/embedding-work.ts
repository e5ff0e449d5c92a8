// Reads the vectors that exist and makes those that are missing: in the background, or at once for a request that waits. Remembers
// why that failed, for the status.
import type { Embedder } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { Pace } from "../../system/pace.ts";
import { THIS_PROCESS } from "../../system/process-identity.ts";
import { singleFlight, within } from "../../system/wait.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { leaseHolder } from "../database/writer-lease.ts";
import type { EmbeddingOutlook, EmbedFirstOptions } from "../project-index.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { embedFirst } from "./embed-first.ts";
import { embedPending } from "./embed-pending.ts";
import { type EmbeddingFailure, failureOf } from "./embedding-failure.ts";
import type { ServedKind } from "./vector-kind.ts";

export interface EmbeddingWorkInput {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
  readonly embedder: Embedder;
  readonly store: VectorStore;
  /** How far a path is from the source, 0 to 1; such files are embedded later. */
  readonly sideDistance: (path: string) => number;
  readonly pace: Pace | undefined;
  /** Ends the work that begins now. */
  readonly signal: () => AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** After a failure of the model or the store, the next attempt waits this long, in milliseconds. */
const RETRY_AFTER_MS = 30_000;

export class EmbeddingWork {
  readonly #input: EmbeddingWorkInput;
  readonly #vectors: ChunkVectors;
  readonly #kind: ServedKind;
  readonly #read = singleFlight(() => this.#readNow());
  readonly #work = singleFlight(() => this.#workNow());
  readonly #make = singleFlight(() => this.#makeNow());
  /** Texts that failed by themselves. */
  readonly #failed = new Map<ChunkId, Problem>();
  /** Chunks that answers asked for and did not get. */
  readonly #asked = new Set<ChunkId>();
  #readFailure: EmbeddingFailure | null = null;
  #workFailure: EmbeddingFailure | null = null;
  #made = 0;
  #spentMs = 0;

  constructor(input: EmbeddingWorkInput, vectors: ChunkVectors, kind: ServedKind) {
    this.#input = input;
    this.#vectors = vectors;
    this.#kind = kind;
  }

  /** Reads what the store has, so that `missing` is right. A failure shows in `failure`. */
  read(): Promise<void> {
    return this.#read.run();
  }

  /** Makes what is missing and maintains the saved index; one run at a time. A failure shows in `failure`. */
  work(): Promise<void> {
    return this.#work.run();
  }

  /** True while vectors are read or made. */
  working(): boolean {
    return this.#make.running() || (this.#read.running() && this.#vectors.unread.size > 0);
  }

  /** Chunks without a vector. */
  missing(): number {
    return this.#vectors.pending.size + this.#vectors.unread.size;
  }

  /** What is left to embed here; null if nothing is, or it cannot be told. */
  outlook(): EmbeddingOutlook | null {
    const chunks = this.missing();
    if (chunks === 0 || this.#input.handles.writer === null || this.failure() !== null) {
      return null;
    }
    const perSecond = this.#input.store.speed();
    return { chunks, perSecond, seconds: perSecond === null ? null : chunks / perSecond };
  }

  /**
   * Makes the few that are missing while a request waits, for at most `waitMs`: with the rest of the work, or beside the process
   * that does it, which may be pausing and does not know of the request.
   */
  async makeMissing(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (isMadeByOther(this.#input.handles)) {
      const { pending } = this.#vectors;
      const chunks = [...pending.descending(pending.last(), 0 as ChunkId)];
      await this.embedFirst({ chunks, waitMs, ...(signal === undefined ? {} : { signal }) });
    } else {
      await within(this.work(), waitMs, signal);
    }
  }

  /** Makes these chunks' vectors at once (embed-first.ts). Throws only CANCELLED; another failure shows in `failure`. */
  async embedFirst(options: EmbedFirstOptions): Promise<void> {
    if (this.#isWaitingToRetry()) {
      return;
    }
    const failure = await failureOf(async () => {
      const made = await embedFirst({ ...this.#input, vectors: this.#vectors, failed: this.#failed }, options);
      this.#made += made;
    });
    // The background makes first what time did not allow.
    for (const chunk of options.chunks.filter((one) => this.#vectors.pending.has(one))) {
      this.#asked.add(chunk);
    }
    throwIfCancelled(options.signal);
    this.#workFailure = failure ?? this.#workFailure;
  }

  /** Why vectors are missing that should exist: the model failed, or the store; null if neither did. */
  failure(): EmbeddingFailure | null {
    return this.#readFailure ?? this.#workFailure;
  }

  /** Problems of single texts, as long as they are in the index. */
  problems(): readonly Problem[] {
    return [...this.#failed].flatMap(([chunk, problem]) => (this.#vectors.pending.has(chunk) ? problem : []));
  }

  /** Since opening: vectors made here, and milliseconds spent on them. */
  totals(): { readonly made: number; readonly ms: number } {
    return { made: this.#made, ms: this.#spentMs };
  }

  #isWaitingToRetry(): boolean {
    return this.#workFailure !== null && performance.now() - this.#workFailure.atMs < RETRY_AFTER_MS;
  }

  async #readNow(): Promise<void> {
    const signal = this.#input.signal();
    this.#readFailure = await failureOf(async () => {
      await this.#kind.adapt(signal);
      await this.#vectors.readStore(signal);
    });
  }

  async #workNow(): Promise<void> {
    await this.read();
    const hasWork = this.#kind.isBehind() || this.#vectors.pending.size > this.problems().length;
    if (this.#input.handles.writer !== null && !this.#isWaitingToRetry() && hasWork) {
      await this.#make.run();
    }
  }

  async #makeNow(): Promise<void> {
    const input = this.#input;
    const signal = input.signal();
    const started = performance.now();
    this.#workFailure = await failureOf(async () => {
      const made = await embedPending({
        ...input,
        vectors: this.#vectors,
        failed: this.#failed,
        asked: this.#asked,
        signal,
        betweenRounds: () => this.#kind.saveMidway(signal),
        onProgress: () => {
          const { chunkCount } = input.handles.table.view;
          input.onProgress(chunkCount - this.missing(), chunkCount);
        },
      });
      this.#made += made;
      await this.#kind.maintain(signal);
    });
    this.#spentMs += performance.now() - started;
  }
}

/** True while another process holds the vectors lease. */
function isMadeByOther({ database: { writer } }: IndexHandles): boolean {
  const holder = writer === null ? null : leaseHolder(writer, "vectors");
  return holder !== null && (holder.pid !== THIS_PROCESS.pid || holder.started !== THIS_PROCESS.started);
}
