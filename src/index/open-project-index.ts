// One project's index, kept equal to its corpus: verifies, updates, embeds, and says how far it is. The composition of
// this room; the work itself is in the files it imports.
import type { Embedder } from "../embedding/embedder.ts";
import type { VectorStore } from "../embedding/vector-store.ts";
import type { Corpus, CorpusSource } from "../project/corpus.ts";
import { log } from "../system/log.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { Generation } from "../vocabulary/ids.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Coverage } from "../vocabulary/search.ts";
import { openDocumentAnalyzer } from "./analyze-documents.ts";
import { isEmptyPlan, planUpdate, type UpdatePlan } from "./freshness.ts";
import { type IndexHandles, openHandles } from "./index-handles.ts";
import type {
  FreshenOptions,
  Freshness,
  IndexProgress,
  IndexReport,
  ProjectIndex,
  VectorStatus,
} from "./project-index.ts";
import { indexFailure, isCorrupt } from "./sqlite-errors.ts";
import { singleFlight, within } from "./wait.ts";
import { runWordsJob } from "./words-job.ts";

export interface ProjectIndexOptions {
  /** Folder of this project's database and derived files; made when missing. */
  readonly folder: string;
  readonly corpus: CorpusSource;
  /** Null, or a null store, where search by meaning is off. Both stay the caller's to close. */
  readonly embedder: Embedder | null;
  readonly vectors: VectorStore | null;
  /** `auto` scans exactly below `hnswFrom` chunks. */
  readonly vectorKind: "auto" | "exact" | "hnsw";
  readonly hnswFrom: number;
  /** Further file name extensions and the language that reads them. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Processes that analyse; 0 takes the cores there are. */
  readonly analysisWorkers: number;
  /** Path of another analysis worker, for tests of crashes. */
  readonly analysisEntry?: string;
}

/** A plan that was empty even for files young enough to change unseen: nothing to do until one of these differs. */
interface Settled {
  readonly corpus: Corpus;
  readonly handles: IndexHandles;
  readonly generation: Generation;
}

const CLOSE_WAIT_MS = 1_500;

/** Opens or makes the index. INDEX_UNAVAILABLE where its folder can be neither written nor read. */
export async function openProjectIndex(options: ProjectIndexOptions): Promise<ProjectIndex> {
  const { folder, corpus: source } = options;
  const analyzer = openDocumentAnalyzer({
    extensions: options.extensions,
    workers: options.analysisWorkers,
    ...(options.analysisEntry === undefined ? {} : { entry: options.analysisEntry }),
  });
  const ending = new AbortController();
  const listeners = new Set<(progress: IndexProgress) => void>();
  const readProblems = new Map<string, readonly Problem[]>();
  let handles = await openHandles(folder, null, () => undefined);
  let broken: unknown;
  let writeProblem: Problem | null = null;
  let settled: Settled | null = null;
  let verifiedSinceMs = Date.now();
  let elsewhere = false;
  let stopped = new AbortController();
  const totals = { indexed: 0, removed: 0, walkMs: 0, indexMs: 0 };

  function tell(progress: IndexProgress): void {
    for (const listener of listeners) {
      listener(progress);
    }
  }

  function plan(corpus: Corpus = source.current()): UpdatePlan {
    return planUpdate(corpus.files, handles.table.stamps, { analysis: analyzer.identity, verifiedSinceMs });
  }

  const words = singleFlight(async () => {
    const started = performance.now();
    try {
      const report = await runWordsJob({
        handles,
        source,
        analyzer,
        plan,
        signal: AbortSignal.any([ending.signal, stopped.signal]),
        onProgress: (done, total) => tell({ phase: "indexing", done, total }),
        onElsewhere: (value) => {
          elsewhere = value;
        },
      });
      totals.indexed += report.indexed;
      totals.removed += report.removed;
      for (const [path, problems] of report.excluded) {
        readProblems.set(path, problems);
      }
      writeProblem = null;
    } catch (error) {
      noteBroken(error);
      throw indexFailure(error, folder);
    } finally {
      elsewhere = false;
      totals.indexMs += performance.now() - started;
    }
  });

  function noteBroken(error: unknown): void {
    const cause = error instanceof Failure ? error.cause : error;
    if (isCorrupt(cause)) {
      broken = cause;
    }
  }

  /** A damaged or given up database is exchanged before anything is asked of it. */
  async function ensureUsable(): Promise<void> {
    if (broken === undefined && !handles.database.replaced()) {
      return;
    }
    const old = handles;
    log("info", "index.reopened", { folder, damaged: broken !== undefined });
    handles = await openHandles(folder, broken === undefined ? null : old.database.id, () => undefined);
    broken = undefined;
    settled = null;
    old.close();
  }

  async function walk(signal: AbortSignal | undefined): Promise<Corpus> {
    tell({ phase: "walking", done: 0, total: 0 });
    const started = performance.now();
    const corpus = await source.refresh(signal);
    totals.walkMs += performance.now() - started;
    return corpus;
  }

  function follow(): void {
    try {
      handles.snapshots.follow();
    } catch (error) {
      noteBroken(error);
      throw error;
    }
  }

  function isSettled(corpus: Corpus): boolean {
    return (
      settled !== null &&
      settled.corpus === corpus &&
      settled.handles === handles &&
      settled.generation === handles.table.view.generation
    );
  }

  function settle(corpus: Corpus): void {
    const basis = { analysis: analyzer.identity, verifiedSinceMs: Number.POSITIVE_INFINITY };
    settled = isEmptyPlan(planUpdate(corpus.files, handles.table.stamps, basis))
      ? { corpus, handles, generation: handles.table.view.generation }
      : null;
  }

  /** Waits for the words, bounded; answers the corpus that then stands. Trouble in writing is a problem, not a throw. */
  async function bringWords(waitMs: number, signal: AbortSignal | undefined): Promise<Corpus> {
    const deadline = performance.now() + waitMs;
    await ensureUsable();
    const since = Date.now();
    let corpus = await walk(signal);
    follow();
    if (isSettled(corpus)) {
      return corpus;
    }
    try {
      // A run under way was planned for the files of before.
      if (words.running() && !(await within(words.run(), deadline - performance.now(), signal))) {
        return corpus;
      }
      verifiedSinceMs = since;
      if (isEmptyPlan(plan(corpus)) || handles.writer === null) {
        settle(corpus);
        return corpus;
      }
      if (await within(words.run(), deadline - performance.now(), signal)) {
        corpus = await walk(signal);
        settle(corpus);
      }
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof Failure) || error.code !== "INDEX_UNAVAILABLE" || handles.table.view.documentCount === 0) {
        throw error;
      }
      writeProblem = { code: "INDEX_READ_ONLY", message: `${error.message}; answers come from the index as it was.` };
    }
    return corpus;
  }

  function coverage(corpus: Corpus, lagging: number): Coverage {
    const { view } = handles.table;
    return {
      files: corpus.files.size,
      filesSearchable: Math.max(0, corpus.files.size - lagging),
      chunks: view.chunkCount,
      chunksEmbedded: 0,
    };
  }

  function problems(corpus: Corpus): Problem[] {
    const ofReading = [...readProblems].filter(([path]) => !handles.table.stamps.has(path)).flatMap(([, list]) => list);
    return [
      ...handles.problems,
      ...(writeProblem === null ? [] : [writeProblem]),
      ...corpus.problems,
      ...ofReading,
      ...handles.table.problems(),
    ];
  }

  async function listening<Result>(
    listener: ((progress: IndexProgress) => void) | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    // A wrapper of its own: two callers may hand over one function.
    const own = (progress: IndexProgress) => listener?.(progress);
    listeners.add(own);
    try {
      return await work();
    } finally {
      listeners.delete(own);
    }
  }

  function freshness(corpus: Corpus): Freshness {
    const open = isSettled(corpus) ? { changed: [], removed: [] } : plan(corpus);
    return {
      lagging: open.changed.length + open.removed.length,
      coverage: coverage(corpus, open.changed.length),
      writtenElsewhere: elsewhere,
      problems: problems(corpus),
    };
  }

  function freshen({ waitMs, signal, onProgress }: FreshenOptions): Promise<Freshness> {
    return listening(onProgress, async () => freshness(await bringWords(waitMs, signal)));
  }

  function complete(request: Parameters<ProjectIndex["complete"]>[0]): Promise<IndexReport> {
    return listening(request.onProgress, async () => {
      const started = performance.now();
      const before = { ...totals };
      const stop = () => {
        stopped.abort();
        stopped = new AbortController();
      };
      request.signal?.addEventListener("abort", stop, { once: true });
      try {
        const corpus = await bringWords(Number.POSITIVE_INFINITY, request.signal);
        const now = freshness(corpus);
        const seconds = (ms: number) => Math.round(ms) / 1000;
        return {
          coverage: now.coverage,
          indexedFiles: totals.indexed - before.indexed,
          removedFiles: totals.removed - before.removed,
          embeddedChunks: 0,
          seconds: {
            walk: seconds(totals.walkMs - before.walkMs),
            index: seconds(totals.indexMs - before.indexMs),
            embed: 0,
            total: seconds(performance.now() - started),
          },
          problems: now.problems,
        };
      } finally {
        request.signal?.removeEventListener("abort", stop);
      }
    });
  }

  function vectorStatus(): VectorStatus {
    return { state: "disabled", kind: null, reason: "search by meaning is switched off" };
  }

  async function close(): Promise<void> {
    ending.abort();
    if (words.running()) {
      await within(
        words.run().catch(() => undefined),
        CLOSE_WAIT_MS,
        undefined,
      );
    }
    await analyzer.close();
    handles.close();
  }

  return {
    root: source.root,
    folder,
    freshen,
    complete,
    snapshot: () => handles.snapshots.take(() => null),
    vectorStatus,
    working: () => words.running(),
    close,
  };
}
