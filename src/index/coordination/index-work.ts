// The work on one project's index, in order: words, then vectors and token counts. One run of each at a time, shared by all
// callers that wait for it. Replaces the database if it is damaged. Does not decide how long callers wait.
import { log } from "../../system/log.ts";
import { MEMORY_LIMIT_MB } from "../../system/memory-plan.ts";
import { singleFlight, within } from "../../system/wait.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import { type IndexHandles, openHandles } from "../database/index-handles.ts";
import { markProject, noteUse } from "../database/project-folder.ts";
import { isReplaced, throwIfReplaced, whileInPlace } from "../database/replacement.ts";
import { indexFailure, isCorrupt } from "../database/sqlite-errors.ts";
import { type ChunkEmbeddings, openChunkEmbeddings } from "../embeddings/chunk-embeddings.ts";
import { type DocumentAnalyzer, openDocumentAnalyzer } from "../ingest/analyze-documents.ts";
import { countPending } from "../ingest/count-tokens.ts";
import { type FirstFiles, openFirstFiles } from "../ingest/first-files.ts";
import { runUpdate } from "../ingest/run-update.ts";
import type { UpdatePlan } from "../ingest/update-plan.ts";
import type { WorkCounts } from "../project-index.ts";
import type { Snapshot } from "../snapshot.ts";
import type { ProjectIndexOptions } from "./project-index-options.ts";

export interface IndexWork {
  readonly analyzer: DocumentAnalyzer;
  handles(): IndexHandles;
  meaning(): ChunkEmbeddings | null;
  /** Replaces a database that is damaged or that another process has replaced. */
  ensureUsable(): Promise<void>;
  /** Brings the table up to date with all processes' commits. */
  follow(): void;
  snapshot(): Snapshot;
  /** Carries out the present plan, or waits for the process that does; INDEX_UNAVAILABLE if the index cannot be written. */
  words(): Promise<void>;
  /** Questions are coming: keeps a process ready for files that are edited meanwhile. */
  attend(): void;
  /** True once the index has held the whole corpus. */
  wasWhole(): boolean;
  /** Which words a request wants first. */
  readonly first: FirstFiles;
  /** Vectors and token counts, after the words. Never rejects. */
  behind(): Promise<void>;
  /** Token counts alone. Never rejects. */
  tokens(): Promise<void>;
  running(): boolean;
  /** True while the words run. */
  wordsRunning(): boolean;
  /** True while another process holds the words lease. */
  elsewhere(): boolean;
  /** Stops running work; later runs start again. */
  stop(): void;
  /** Problems of files that the last run could not index, by path. */
  readProblems(): ReadonlyMap<string, readonly Problem[]>;
  /** Since opening. */
  readonly totals: { readonly indexed: number; readonly removed: number; readonly indexMs: number };
  close(): Promise<void>;
}

const CLOSE_WAIT_MS = 1_500;
/** After this many files, the analysing processes hold 120 MB each, which the model needs. */
const MANY_FILES = 64;

function openAnalyzerOf({ extensions, analysisWorkers, analysisEntry }: ProjectIndexOptions): DocumentAnalyzer {
  const entry = analysisEntry === undefined ? {} : { entry: analysisEntry };
  return openDocumentAnalyzer({ extensions, workers: analysisWorkers, ...entry });
}

export async function openIndexWork(
  options: ProjectIndexOptions,
  plan: () => UpdatePlan,
  tell: (counts: WorkCounts) => void,
): Promise<IndexWork> {
  const { folder, corpus: source } = options;
  const analyzer = options.analyzer ?? openAnalyzerOf(options);
  let readProblems: ReadonlyMap<string, readonly Problem[]> = new Map();
  const totals = { indexed: 0, removed: 0, indexMs: 0 };
  let stopping = new AbortController();
  let elsewhere = false;
  let closed = false;
  let attended = false;
  const first = openFirstFiles(source);
  let broken: unknown;
  let meaning: ChunkEmbeddings | null = null;
  let handles = await open(null);

  async function open(damaged: string | null): Promise<IndexHandles> {
    const opened = await openHandles(folder, damaged, {
      onChanges: (changes) => meaning?.note(changes),
      onError: noteBroken,
    });
    meaning = openMeaningOf(opened);
    await markProject(folder, source.root);
    return opened;
  }

  function openMeaningOf(opened: IndexHandles): ChunkEmbeddings | null {
    const { embedder, vectors: store, vectorKind: mode, hnswFrom, memoryLimitMb = MEMORY_LIMIT_MB } = options;
    if (embedder === null || store === null) {
      return null;
    }
    const onProgress = (done: number, total: number) => tell({ phase: "embedding", done, total });
    return openChunkEmbeddings({
      handles: opened,
      source,
      embedder,
      store,
      mode,
      hnswFrom,
      memoryLimitMb,
      beside: options.beside ?? (() => 0),
      pace: options.pace,
      signal: () => stopping.signal,
      onProgress,
    });
  }

  function noteBroken(error: unknown): void {
    const cause = error instanceof Failure ? error.cause : error;
    if (isCorrupt(cause)) {
      broken = cause;
    }
  }

  function noting<Result>(ask: () => Result): Result {
    try {
      return ask();
    } catch (error) {
      noteBroken(error);
      throw error;
    }
  }

  const words = singleFlight(async () => {
    const started = performance.now();
    const { database } = handles;
    first.started();
    try {
      throwIfReplaced(database);
      const job = {
        handles,
        source,
        analyzer,
        plan,
        beside: options.beside ?? (() => 0),
        signal: stopping.signal,
        onBegin: first.begun,
        onProgress: (done: number, total: number) => tell({ phase: "indexing", done, total }),
        onElsewhere: (value: boolean) => {
          elsewhere = value;
        },
      };
      const report = await whileInPlace(database, stop, () => runUpdate(job));
      totals.indexed += report.indexed;
      if (report.indexed > MANY_FILES) {
        analyzer.rest();
      }
      totals.removed += report.removed;
      readProblems = report.excluded;
    } catch (error) {
      noteBroken(error);
      throwIfReplaced(database);
      throw indexFailure(error, folder);
    } finally {
      first.ended();
      elsewhere = false;
      totals.indexMs += performance.now() - started;
    }
  });

  const behind = singleFlight(async () => {
    if (words.running()) {
      await words.run().catch(() => undefined);
    }
    const { database } = handles;
    if (!closed && !isReplaced(database)) {
      await Promise.all([whileInPlace(database, stop, async () => meaning?.work()), tokens()]);
    }
  });

  let countedAt: number | null = null;

  const counting = singleFlight(() => whileInPlace(handles.database, stop, count));

  async function tokens(): Promise<void> {
    const isDue = !closed && !isReplaced(handles.database) && countedAt !== handles.table.view.generation;
    if (counting.running() || isDue) {
      await counting.run();
    }
  }

  async function count(): Promise<void> {
    try {
      const onProgress = (done: number, total: number) => tell({ phase: "counting", done, total });
      await countPending({
        handles,
        source,
        analyzer,
        attended,
        pace: options.pace,
        signal: stopping.signal,
        onProgress,
      });
      countedAt = handles.table.view.generation;
      if (attended) {
        analyzer.warm(1);
      }
    } catch (error) {
      noteBroken(error);
      log("info", "index.count-stopped", { reason: String(error) });
    }
  }

  const reopen = singleFlight(async () => {
    log("info", "index.reopened", { folder, damaged: broken !== undefined });
    const old = { handles, meaning };
    const damaged = broken === undefined ? null : handles.database.id;
    stop();
    await Promise.all(
      [words, counting, behind].map((work) => (work.running() ? work.run().catch(() => undefined) : undefined)),
    );
    handles = await open(damaged);
    broken = undefined;
    countedAt = null;
    old.meaning?.close();
    old.handles.close();
  });

  async function ensureUsable(): Promise<void> {
    try {
      if (reopen.running() || broken !== undefined || handles.database.replaced()) {
        await reopen.run();
      }
    } catch (error) {
      throw indexFailure(error, folder);
    }
    noteUse(folder);
  }

  /** The handles whose index was found whole; it stays whole. */
  let whole: IndexHandles | null = null;

  function wasWhole(): boolean {
    if (whole !== handles && noting(() => handles.wasWhole())) {
      whole = handles;
    }
    return whole === handles;
  }

  function stop(): void {
    stopping.abort();
    stopping = new AbortController();
  }

  return {
    analyzer,
    handles: () => handles,
    meaning: () => meaning,
    ensureUsable,
    follow: () => noting(() => handles.snapshots.follow()),
    snapshot: () => noting(() => handles.snapshots.take((view) => meaning?.forView(view) ?? null)),
    words: words.run,
    attend() {
      attended = true;
    },
    wasWhole,
    first,
    behind: behind.run,
    tokens,
    // Without `behind`: every request lets it check whether there is anything to do.
    running: () => words.running() || counting.running() || meaning?.working() === true,
    wordsRunning: words.running,
    elsewhere: () => elsewhere,
    stop,
    readProblems: () => readProblems,
    totals,
    async close() {
      closed = true;
      stopping.abort();
      const ends = [words, counting, behind]
        .filter((work) => work.running())
        .map((work) => work.run().catch(() => undefined));
      // Ending the workers also ends work that waits for them.
      await Promise.all([analyzer.close(), within(Promise.all(ends), CLOSE_WAIT_MS, undefined)]);
      meaning?.close();
      handles.close();
    },
  };
}
