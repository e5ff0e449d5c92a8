// Reads the vectors that exist and makes those that are missing: in the background, or at once for a request that waits. Remembers
// why that failed, for the status.
import type { Embedder } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import type { Pace } from "../../system/pace.ts";
import { THIS_PROCESS } from "../../system/process-identity.ts";
import { singleFlight, within } from "../../system/wait.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { leaseHolder } from "../database/writer-lease.ts";
import type { EmbedFirstOptions } from "../project-index.ts";
import type { ChunkVectors } from "./chunk-vectors.ts";
import { embedFirst } from "./embed-first.ts";
import { embedPending } from "./embed-pending.ts";
import { type EmbeddingFailure, failureOf } from "./embedding-failure.ts";
import type { VectorKind } from "./vector-kind.ts";

export interface EmbeddingWork {
  /** Reads what the store has, so that `missing` is right. A failure shows in `failure`. */
  read(): Promise<void>;
  /** Makes what is missing and maintains the saved index; one run at a time. A failure shows in `failure`. */
  work(): Promise<void>;
  /** True while vectors are read or made. */
  working(): boolean;
  /** Chunks without a vector. */
  missing(): number;
  /**
   * Makes the few that are missing while a request waits, for at most `waitMs`: with the rest of the work, or beside the process
   * that does it, which may be pausing and does not know of the request.
   */
  makeMissing(waitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Makes these chunks' vectors at once (embed-first.ts). Throws only CANCELLED; another failure shows in `failure`. */
  embedFirst(options: EmbedFirstOptions): Promise<void>;
  /** Why vectors are missing that should exist: the model failed, or the store; null if neither did. */
  failure(): EmbeddingFailure | null;
  /** Problems of single texts, as long as they are in the index. */
  problems(): readonly Problem[];
  /** Since opening: vectors made here, and milliseconds spent on them. */
  totals(): { readonly made: number; readonly ms: number };
}

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

export function openEmbeddingWork(input: EmbeddingWorkInput, vectors: ChunkVectors, kind: VectorKind): EmbeddingWork {
  const { handles } = input;
  /** Texts that failed by themselves. */
  const failed = new Map<ChunkId, Problem>();
  /** Chunks that answers asked for and did not get. */
  const asked = new Set<ChunkId>();
  let readFailure: EmbeddingFailure | null = null;
  let workFailure: EmbeddingFailure | null = null;
  let made = 0;
  let spentMs = 0;

  const missing = () => vectors.pending.size + vectors.unread;
  const isWaitingToRetry = () => workFailure !== null && performance.now() - workFailure.atMs < RETRY_AFTER_MS;
  const problems = () => [...failed].flatMap(([chunk, problem]) => (vectors.pending.has(chunk) ? problem : []));

  const read = singleFlight(async () => {
    const signal = input.signal();
    readFailure = await failureOf(async () => {
      await kind.adapt(signal);
      await vectors.readStore(signal);
    });
  });

  const work = singleFlight(async () => {
    await read.run();
    const hasWork = kind.isBehind() || vectors.pending.size > problems().length;
    if (handles.writer !== null && !isWaitingToRetry() && hasWork) {
      await make.run();
    }
  });

  const make = singleFlight(async () => {
    const signal = input.signal();
    const started = performance.now();
    const { table } = handles;
    workFailure = await failureOf(async () => {
      made += await embedPending({
        ...input,
        vectors,
        failed,
        asked,
        signal,
        betweenRounds: () => kind.saveMidway(signal),
        onProgress: () => input.onProgress(table.view.chunkCount - missing(), table.view.chunkCount),
      });
      await kind.maintain(signal);
    });
    spentMs += performance.now() - started;
  });

  async function first(options: EmbedFirstOptions): Promise<void> {
    if (isWaitingToRetry()) {
      return;
    }
    const failure = await failureOf(async () => {
      made += await embedFirst({ ...input, vectors, failed }, options);
    });
    // The background makes first what time did not allow.
    for (const chunk of options.chunks.filter((chunk) => vectors.pending.has(chunk))) {
      asked.add(chunk);
    }
    throwIfCancelled(options.signal);
    workFailure = failure ?? workFailure;
  }

  return {
    read: read.run,
    work: work.run,
    working: () => make.running() || (read.running() && vectors.unread > 0),
    missing,
    async makeMissing(waitMs, signal) {
      if (isMadeByOther(handles)) {
        const chunks = [...vectors.pending.descending(vectors.pending.last(), 0 as ChunkId)];
        await first({ chunks, waitMs, ...(signal === undefined ? {} : { signal }) });
      } else {
        await within(work.run(), waitMs, signal);
      }
    },
    embedFirst: first,
    failure: () => readFailure ?? workFailure,
    problems,
    totals: () => ({ made, ms: spentMs }),
  };
}

/** True while another process holds the vectors lease. */
function isMadeByOther({ database: { writer } }: IndexHandles): boolean {
  const holder = writer === null ? null : leaseHolder(writer, "vectors");
  return holder !== null && (holder.pid !== THIS_PROCESS.pid || holder.started !== THIS_PROCESS.started);
}
