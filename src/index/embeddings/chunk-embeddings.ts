// The half of an index that serves search by meaning: vectors read from the store, made where missing, searched exactly, by
// int8 scan or by graph; and a truthful word on how that stands. Where it fails, search by words goes on.
import type { Embedder } from "../../embedding/embedder.ts";
import type { VectorStore } from "../../embedding/vector-store.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { log } from "../../system/log.ts";
import type { Pace } from "../../system/pace.ts";
import { THIS_PROCESS } from "../../system/process-identity.ts";
import { singleFlight, within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { ChunkId } from "../../vocabulary/ids.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import type { TableChanges, TableView } from "../database/document-table.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { leaseHolder } from "../database/writer-lease.ts";
import type { EmbedFirstOptions, VectorStatus } from "../project-index.ts";
import type { VectorMode } from "../vectors/choose.ts";
import type { VectorIndex } from "../vectors/vector-index.ts";
import { openChunkVectors } from "./chunk-vectors.ts";
import { embedFirst } from "./embed-first.ts";
import { embedPending } from "./embed-pending.ts";
import { openInt8Vectors } from "./int8-vectors.ts";
import { openStoredVectors } from "./stored-vectors.ts";
import { openVectorGraph } from "./vector-graph.ts";

export interface ChunkEmbeddings {
  note(changes: TableChanges): void;
  forView(view: TableView): VectorIndex | null;
  /** Chunks without a vector. */
  lacking(): number;
  /** Reads what the store has, so that `lacking` is right. Its trouble shows in `status`. */
  read(): Promise<void>;
  /** Makes what is missing and keeps the graph; one run at a time. Its trouble shows in `status`. */
  work(): Promise<void>;
  /** True while there is anything to read or to make. */
  working(): boolean;
  /**
   * Makes the few that are missing while a request waits, at most so many milliseconds: with the rest of the work, or
   * beside the process that does it, which may rest and cannot know of the request.
   */
  bring(waitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Makes these chunks' vectors at once, as embed-first.ts says. Throws only CANCELLED; its trouble shows in `status`. */
  embedFirst(options: EmbedFirstOptions): Promise<void>;
  /** Loads the model for what is about to come. */
  warm: Embedder["warm"];
  status(): VectorStatus;
  /** Why vectors are missing that should be there: the model's trouble or the store's; null where they are well. */
  failure(): Problem | null;
  /** Of single texts, as long as they are in the index. */
  problems(): readonly Problem[];
  /** Since opening: vectors made here, and milliseconds spent on them. */
  readonly made: number;
  readonly spentMs: number;
  close(): void;
}

export interface ChunkEmbeddingsInput {
  readonly handles: IndexHandles;
  readonly source: CorpusSource;
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly mode: VectorMode;
  readonly hnswFrom: number;
  readonly memoryLimitMb: number;
  /** How far beside the source a path lies, 0 to 1: what lies beside it is embedded later. */
  readonly beside: (path: string) => number;
  readonly pace: Pace | undefined;
  /** Ends the work that begins now. */
  readonly signal: () => AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

interface VectorFailure {
  readonly message: string;
  readonly problem: Problem;
  readonly atMs: number;
}

/** What the user sees where the model or the store fails as a whole. */
export function embeddingProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof Failure ? `; ${error.hint}` : "";
  return { code: "EMBEDDING_FAILED", message: `Vectors cannot be made (search uses words only): ${message}${remedy}` };
}

/** Null where the work succeeded or was stopped. */
async function failureOf(work: () => Promise<void>): Promise<VectorFailure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Failure && error.code === "CANCELLED") {
      return null;
    }
    const message = error instanceof Error ? error.message : String(error);
    log("warn", "vectors.failed", { reason: message });
    return { message, problem: embeddingProblem(error), atMs: performance.now() };
  }
}

/** After a failure of the model or the store, the next attempt waits so long, in milliseconds. */
const RETRY_AFTER_MS = 30_000;

export function openChunkEmbeddings(input: ChunkEmbeddingsInput): ChunkEmbeddings {
  const { handles, source, embedder, store } = input;
  const connection = handles.database.openReader();
  // It reads keys in the order of chunks, each page once.
  connection.pragma("cache_size = -2000");
  const view = () => handles.table.view;
  const stored = openStoredVectors(store, connection);
  const vectors = openChunkVectors({ store, stored, view, held: () => handles.snapshots.held });
  const { model, dimensions } = embedder;
  const int8 = openInt8Vectors({ handles, vectors, stored, model, dimensions });
  const graph = openVectorGraph({
    handles,
    vectors,
    mode: input.mode,
    hnswFrom: input.hnswFrom,
    memoryLimitMb: input.memoryLimitMb,
    model,
    dimensions,
  });
  const hopeless = new Map<ChunkId, Problem>();
  const asked = new Set<ChunkId>();
  let readFailure: VectorFailure | null = null;
  let workFailure: VectorFailure | null = null;
  let made = 0;
  let spentMs = 0;

  const lacking = () => vectors.pending.size + vectors.unread;

  const read = singleFlight(async () => {
    const signal = input.signal();
    readFailure = await failureOf(async () => {
      await adapt(signal);
      await vectors.readStore(signal);
    });
  });

  /** Puts the kind of index in place that a project of this size is to have; until its graph is built, an int8 scan. */
  async function adapt(signal: AbortSignal): Promise<void> {
    if (graph.choice().kind === "hnsw" && vectors.index.kind === "exact") {
      await graph.load(signal);
    }
    // Loading may have found that the native library is not there.
    const { kind } = graph.choice();
    const serving = vectors.index.kind;
    if ((kind === "int8" && serving !== "int8") || (kind === "hnsw" && serving === "exact")) {
      await int8.open(signal);
    }
  }

  const wantsGraph = () => graph.choice().kind === "hnsw" && vectors.index.kind !== "hnsw";
  const isHopeless = (chunk: ChunkId) => vectors.pending.has(chunk) && hopeless.has(chunk);
  const hasWork = () =>
    wantsGraph() || int8.isBehind() || vectors.pending.size > [...hopeless.keys()].filter(isHopeless).length;

  const work = singleFlight(async () => {
    await read.run();
    if (handles.writer === null || resting() || !hasWork()) {
      return;
    }
    await make.run();
  });

  const make = singleFlight(async () => {
    const signal = input.signal();
    const started = performance.now();
    workFailure = await failureOf(async () => {
      made += await embedPending({
        handles,
        source,
        embedder,
        store,
        vectors,
        hopeless,
        asked,
        beside: input.beside,
        pace: input.pace,
        signal,
        betweenRounds: () => int8.keepUp(signal),
        onProgress: () => input.onProgress(view().chunkCount - lacking(), view().chunkCount),
      });
      await graph.maintain(signal);
      if (graph.choice().kind === "int8") {
        await int8.maintain(signal);
      }
    });
    spentMs += performance.now() - started;
  });

  const resting = () => workFailure !== null && performance.now() - workFailure.atMs < RETRY_AFTER_MS;

  async function first(options: EmbedFirstOptions): Promise<void> {
    if (resting()) {
      return;
    }
    const failure = await failureOf(async () => {
      made += await embedFirst({ handles, source, embedder, store, vectors, hopeless }, options);
    });
    // What time did not allow is the first that the background makes.
    for (const chunk of options.chunks) {
      if (vectors.pending.has(chunk)) {
        asked.add(chunk);
      }
    }
    throwIfCancelled(options.signal);
    workFailure = failure ?? workFailure;
  }

  function isMadeElsewhere(): boolean {
    const { writer } = handles.database;
    const holder = writer === null ? null : leaseHolder(writer, "vectors");
    return holder !== null && (holder.pid !== THIS_PROCESS.pid || holder.started !== THIS_PROCESS.started);
  }

  async function bring(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (isMadeElsewhere()) {
      const chunks = [...vectors.pending.descending(vectors.pending.last(), 0 as ChunkId)];
      await first({ chunks, waitMs, ...(signal === undefined ? {} : { signal }) });
    } else {
      await within(work.run(), waitMs, signal);
    }
  }

  function status(): VectorStatus {
    const { kind } = vectors.index;
    const { chunkCount } = view();
    const choice = graph.choice();
    const failure = readFailure ?? workFailure;
    if (failure !== null) {
      const state = vectors.index.size === 0 ? "unavailable" : "stale";
      return { state, kind: state === "stale" ? kind : null, reason: failure.message };
    }
    if (lacking() > 0) {
      const unread = vectors.unread === 0 ? "" : `; ${vectors.unread} not looked up in the vector store yet`;
      const why = handles.writer === null ? "; the index folder cannot be written" : "";
      return {
        state: "stale",
        kind,
        reason: `${chunkCount - lacking()} of ${chunkCount} chunks have their vector${unread}${why}`,
      };
    }
    if (wantsGraph()) {
      return { state: "falling back", kind, reason: `the graph is not there yet (${choice.reason})` };
    }
    if (stored.failure !== null && kind === "int8") {
      return { state: "falling back", kind, reason: `the vector store cannot be read: ${stored.failure.message}` };
    }
    if (graph.withoutLibrary()) {
      return { state: "falling back", kind, reason: choice.reason };
    }
    return { state: "applied", kind, reason: kind === choice.kind ? choice.reason : "the saved graph is good" };
  }

  return {
    note: vectors.note,
    forView: (of) => vectors.forView(of),
    lacking,
    read: read.run,
    work: work.run,
    working: () => make.running() || (read.running() && vectors.unread > 0),
    bring,
    embedFirst: first,
    warm: embedder.warm,
    status,
    failure: () => (readFailure ?? workFailure)?.problem ?? null,
    problems() {
      return [...hopeless].flatMap(([chunk, problem]) => (isHopeless(chunk) ? problem : []));
    },
    get made() {
      return made;
    },
    get spentMs() {
      return spentMs;
    },
    close() {
      connection.close();
    },
  };
}
