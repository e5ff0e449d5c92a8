// The work on one project's index: updates, then token counts and embeddings. How long a caller waits for it is the caller's matter.
import { log } from "../../system/log.ts";
import { within } from "../../system/wait.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import { isReplaced, throwIfReplaced, whileInPlace } from "../database/replacement.ts";
import { isWorthSaving, saveTable } from "../database/saved-table.ts";
import { indexFailure } from "../database/sqlite-errors.ts";
import { countPending } from "../ingest/count-tokens.ts";
import type { FileQueue } from "../ingest/file-queue.ts";
import { runUpdate } from "../ingest/run-update.ts";
import type { IndexParts } from "./index-parts.ts";
import type { Job } from "./jobs.ts";

export interface UpdateJob extends Job {
  /** True while another process holds the writer lease. */
  isElsewhere(): boolean;
  /** Problems of files that the last run could not index, by path. */
  problems(): ReadonlyMap<string, readonly Problem[]>;
  /** Since opening. */
  readonly totals: { readonly indexed: number; readonly removed: number; readonly ms: number };
}

export interface BackgroundWork {
  /** Carries out the present plan, or waits for the process that does; INDEX_UNAVAILABLE if the index cannot be written. */
  readonly update: UpdateJob;
  /** Token counts. Never rejects. */
  countTokens(): Promise<void>;
  /** Token counts and embeddings, after a running update. Never rejects. */
  afterUpdate(): Promise<void>;
  /** As `afterUpdate`, a moment after an answer that needs no vectors. */
  afterUpdateSoon(): void;
  /** Call it when a request comes: an analysis process is then kept ready for files that are edited meanwhile. */
  keepReady(): void;
  running(): boolean;
  close(): Promise<void>;
}

const CLOSE_WAIT_MS = 1_500;
/** After an answer that needs no vectors, background work begins this late, in milliseconds. */
const SOON_MS = 500;
/** After this many files, the analysis processes hold 120 MB each, which the model needs. */
const MANY_FILES = 64;

export function openBackgroundWork(parts: IndexParts): BackgroundWork {
  const { session, jobs, analyzer, texts } = parts;
  const update = openUpdateJob(parts);
  const tokens = openTokenJob(parts);

  const afterUpdate = jobs.add(async () => {
    if (update.running()) {
      await update.run().catch(() => undefined);
    }
    const { database } = session.handles();
    if (!jobs.closed && !isReplaced(database)) {
      // One after the other: what embeds and what counts take 100 MB a process each. A count only makes a figure exact.
      await whileInPlace(database, jobs.stop, async () => session.embeddings()?.work());
      await tokens.run();
      await saveIfBehind();
    }
  });

  /** The next start then need not read each document's row. */
  const saveIfBehind = async (): Promise<void> => {
    const { database, table } = session.handles();
    if (!jobs.closed && !isReplaced(database) && isWorthSaving(table)) {
      await saveTable(database, table);
    }
  };

  let isDue = false;
  const start = () => {
    isDue = false;
    void afterUpdate.run();
  };

  return {
    update,
    countTokens: tokens.run,
    afterUpdate: afterUpdate.run,
    afterUpdateSoon() {
      if (!isDue) {
        isDue = true;
        setTimeout(start, SOON_MS).unref();
      }
    },
    keepReady: tokens.keepReady,
    // Without `afterUpdate`: every request lets it check whether there is anything to do.
    running: () => update.running() || tokens.running() || session.embeddings()?.working() === true,
    async close() {
      jobs.close();
      texts.clear();
      // Closing the analyzer also ends work that waits for its processes.
      await Promise.all([analyzer.close(), within(jobs.whenIdle(), CLOSE_WAIT_MS, undefined)]);
      session.close();
    },
  };
}

function openUpdateJob(parts: IndexParts): UpdateJob {
  const { session, jobs, analyzer, first, texts, progress, pace } = parts;
  const totals = { indexed: 0, removed: 0, ms: 0 };
  let problems: ReadonlyMap<string, readonly Problem[]> = new Map();
  let elsewhere = false;

  async function update(): Promise<void> {
    const handles = session.handles();
    throwIfReplaced(handles.database);
    const run = {
      ...parts,
      handles,
      plan: () => parts.planner.plan(),
      signal: jobs.signal(),
      onBegin: (queue: FileQueue, flush: () => Promise<void>) => first.begun(queue, flush),
      onProgress: (done: number, total: number) => void progress.report({ phase: "indexing", done, total }),
      onElsewhere: (value: boolean) => {
        elsewhere = value;
      },
    };
    const report = await whileInPlace(handles.database, jobs.stop, () => runUpdate(run));
    if (session.wasComplete()) {
      texts.clear();
    }
    totals.indexed += report.indexed;
    totals.removed += report.removed;
    problems = report.excluded;
    if (report.indexed > MANY_FILES) {
      analyzer.endIdle();
    }
  }

  const job = jobs.add(async () => {
    const started = performance.now();
    const { database } = session.handles();
    const indexed = pace?.indexing();
    try {
      await update();
    } catch (error) {
      session.noteError(error);
      throwIfReplaced(database);
      throw indexFailure(error, session.folder);
    } finally {
      indexed?.();
      first.ended();
      elsewhere = false;
      totals.ms += performance.now() - started;
    }
  });

  return { ...job, isElsewhere: () => elsewhere, problems: () => problems, totals };
}

function openTokenJob({ session, source, jobs, analyzer, analyses, pace, progress }: IndexParts) {
  /** The state of the index in which all documents were counted. */
  let counted: { readonly databaseId: string; readonly generation: number } | null = null;
  let attended = false;

  async function count(): Promise<void> {
    const handles = session.handles();
    try {
      const onProgress = (done: number, total: number) => progress.report({ phase: "counting", done, total });
      await countPending({ handles, source, analyzer, analyses, attended, pace, signal: jobs.signal(), onProgress });
      counted = { databaseId: handles.database.id, generation: handles.table.view.generation };
      if (attended) {
        analyzer.warm(1);
      }
    } catch (error) {
      session.noteError(error);
      log("info", "index.count-stopped", { reason: String(error) });
    }
  }

  const job = jobs.add(() => whileInPlace(session.handles().database, jobs.stop, count));

  return {
    running: job.running,
    keepReady() {
      attended = true;
    },
    async run(): Promise<void> {
      const { database, table } = session.handles();
      const isCounted = counted?.databaseId === database.id && counted.generation === table.view.generation;
      if (job.running() || !(jobs.closed || isReplaced(database) || isCounted)) {
        await job.run();
      }
    },
  };
}
