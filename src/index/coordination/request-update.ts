// Brings the index up to date for one request: checks the files, plans, and waits as long as the request allows: for all files if the
// index was complete before; otherwise it is answered from raw texts, and the update begins behind it. The update goes on when the
// wait ends.
import type { Corpus, CorpusFile } from "../../project/corpus.ts";
import { log } from "../../system/log.ts";
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type { FileHints, FirstTexts } from "../project-index.ts";
import type { Snapshot } from "../snapshot.ts";
import { withSnapshot } from "../with-snapshot.ts";
import type { UpdateJob } from "./background-work.ts";
import type { IndexParts } from "./index-parts.ts";

/** How long a request waits. Deadlines are on the clock of performance.now(). */
export interface TimeBudget {
  readonly deadline: number;
  /** Used while the index has never been complete; null waits for all files even then. */
  readonly first: { readonly deadline: number; readonly hints: () => FileHints } | null;
}

/** What a request is answered for, and from. */
export interface Updated extends RequestBaseline {
  /** Absent once the index was complete. */
  readonly texts?: FirstTexts;
  /** Why the update behind an earlier answer failed. */
  readonly failure?: Failure;
}

/** So many are indexed within the time of a first answer, and an answer from the index is the better one. */
const FEW_FILES = 60;
/** Of a first answer's time, what reading the texts of more files may take; an index is waited for as long as the rest. Milliseconds. */
const READING_MS = 1_500;

const readingMs = (files: number): number => (files <= FEW_FILES ? 0 : READING_MS);

/** The update begins so late behind an answer from texts: the processes that analyse would take its time. Milliseconds. */
const BEHIND_MS = 250;
/** Longest time of reading texts for a request that has not come yet. */
const PREPARE_MS = 10_000;
/** If more files changed, their texts reach the model so late that loading it now would only hold memory: 100 MB a process. */
const TEXTS_SOON_MAX = 64;

export class UpdateRequests {
  /** Milliseconds spent on checking files since opening. */
  walkMs = 0;
  readonly #parts: IndexParts;
  readonly #job: UpdateJob;
  /** Whether there has been a request. From then on the model is loaded, or loading. */
  #asked = false;
  /** Of the last update behind an answer from texts; null if it succeeded. */
  #failure: Failure | null = null;

  constructor(parts: IndexParts, job: UpdateJob) {
    this.#parts = parts;
    this.#job = job;
  }

  /** Checks the files alone. */
  async walk(signal: AbortSignal | undefined): Promise<Corpus> {
    this.#parts.progress.report({ phase: "walking", done: 0, total: 0 });
    const started = performance.now();
    const corpus = await this.#parts.source.refresh(signal);
    this.walkMs += performance.now() - started;
    return corpus;
  }

  /**
   * Waits for the update that the files need now, or, while the index has never been complete, until there are texts to answer from.
   * INDEX_UNAVAILABLE and the like if it is impossible; CANCELLED.
   */
  async update(budget: TimeBudget, signal: AbortSignal | undefined): Promise<Updated> {
    const { session, planner, first } = this.#parts;
    await session.ensureUsable();
    const likely = session.wasComplete() ? null : budget.first;
    this.#warmForRequest(budget, likely);
    const sinceMs = Date.now();
    const corpus = await this.walk(signal);
    const baseline = { corpus, sinceMs };
    session.follow();
    if (this.#job.running()) {
      // That run was planned for an earlier state of the files.
      first.changed(planner.plan().changed);
    }
    const deadline = likely === null ? budget.deadline : likely.deadline - readingMs(corpus.files.size);
    if (likely !== null && deadline <= performance.now()) {
      return this.#fromTexts(baseline, likely, signal);
    }
    const waitForUpdate = () => this.#updateWithin(deadline - performance.now(), signal);
    const late = async () => (likely === null ? baseline : this.#fromTexts(baseline, likely, signal));
    if (this.#job.running() && !(await waitForUpdate())) {
      return late();
    }
    const { changed, total } = planner.begin(baseline);
    if (total === 0) {
      planner.finish(corpus);
      return baseline;
    }
    if (changed <= TEXTS_SOON_MAX) {
      session.embeddings()?.warm("texts");
    }
    if (!(await waitForUpdate())) {
      return late();
    }
    // Reading may have shown that files belong to an excluded class.
    const after = await this.walk(signal);
    planner.finish(after);
    return { corpus: after, sinceMs };
  }

  /** Reads texts before there is a request. CANCELLED. */
  async prepare(signal: AbortSignal): Promise<void> {
    const { session, texts, sideDistance } = this.#parts;
    if (!session.wasComplete()) {
      const { files } = await this.walk(signal);
      await texts.prepare([...files.values()], sideDistance, performance.now() + PREPARE_MS, signal);
    }
  }

  /** With the texts to answer from. The update begins, or goes on, with the files that the answer will most likely be in. */
  async #fromTexts(
    baseline: RequestBaseline,
    { deadline, hints: hintsOf }: NonNullable<TimeBudget["first"]>,
    signal: AbortSignal | undefined,
  ): Promise<Updated> {
    const { session, planner, first, texts } = this.#parts;
    const hints = hintsOf();
    const withIndexed = <Value>(use: (indexed: Snapshot) => Value): Value => withSnapshot(session, use);
    const { stamps } = session.handles().table;
    const isIndexed = (file: CorpusFile): boolean => {
      const stamp = stamps.get(file.path);
      return stamp?.size === file.size && stamp.mtimeMs === file.mtimeMs && stamp.ctimeMs === file.ctimeMs;
    };
    const look = { corpus: baseline.corpus, hints, deadline, signal, isIndexed, withSnapshot: withIndexed };
    const { texts: found, likely } = await texts.look(look);
    first.want(likely);
    void hints.proposed?.then((proposed) => first.want([...proposed, ...likely]));
    if (!this.#job.running() && planner.begin(baseline).total > 0) {
      setTimeout(() => this.#runBehind(), BEHIND_MS).unref();
    }
    return { ...baseline, texts: found, ...(this.#failure === null ? {} : { failure: this.#failure }) };
  }

  #runBehind(): void {
    if (this.#parts.jobs.closed) {
      return;
    }
    const succeeded = () => {
      this.#failure = null;
    };
    this.#job.run().then(succeeded, (error: unknown) => {
      log("info", "index.update-failed", { reason: String(error) });
      const isOwn = error instanceof Failure && error.code !== "CANCELLED";
      this.#failure = isOwn ? error : this.#failure;
    });
  }

  #warmForRequest(budget: TimeBudget, likely: TimeBudget["first"]): void {
    const { session } = this.#parts;
    if (likely === null && budget.first !== null && !this.#asked) {
      // A caller that wants likely files has a question to embed, so the model is loaded meanwhile.
      session.embeddings()?.warm("query");
    }
    this.#asked = true;
  }

  /** True if the update ended in time; false also if it was stopped. */
  async #updateWithin(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    // A caller that gave up while the files were checked must not start work.
    throwIfCancelled(signal);
    try {
      return await within(this.#job.run(), ms, signal);
    } catch (error) {
      throwIfCancelled(signal);
      if (error instanceof Failure && error.code === "CANCELLED") {
        return false;
      }
      throw error;
    }
  }
}
