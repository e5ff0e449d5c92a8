// Brings the index up to date for one request: checks the files, plans, and waits as long as the request allows: for all files if the
// index was complete before; otherwise it is answered from raw texts, and the update begins behind it. The update goes on when the
// wait ends.
import type { Corpus, CorpusFile } from "../../project/corpus.ts";
import { log } from "../../system/log.ts";
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { isCurrentAnalysis } from "../ingest/update-plan.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type { FileHints, FirstTexts } from "../project-index.ts";
import type { Snapshot } from "../snapshot.ts";
import { withSnapshot } from "../with-snapshot.ts";
import type { BackgroundWork, UpdateJob } from "./background-work.ts";
import type { IndexParts } from "./index-parts.ts";

/** How long a request waits. Deadlines are on the clock of performance.now(). */
export interface TimeBudget {
  readonly deadline: number;
  /** As in FreshenOptions. */
  readonly unchecked: boolean;
  /** Used while the index has never been complete; null waits for all files even then. */
  readonly first: {
    readonly deadline: number;
    /** These as in FreshenOptions. */
    readonly hints: (() => FileHints) | null;
    readonly analysed?: boolean;
  } | null;
}

/** How texts are looked through for a request. */
interface Look {
  readonly hints: FileHints;
  readonly deadline: number;
  readonly analysed: boolean;
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
/** The same behind a request that reads the files itself. */
const READERS_MS = 1_500;
/** Files of a project that is indexed in about a second. */
const SMALL_MAX = 160;
/** Share of the time for reading texts, where files are to be analysed in the rest of it. */
const READ_SHARE = 0.5;
/** Files that an answer which needs analysed ones waits for, if there is time. */
const ANALYSED_MAX = 160;
/** The best of them it waits for this much longer: without them it says nothing. Milliseconds. */
const NEEDED_MAX = 4;
const NEEDED_MS = 700;
/** Longest time of reading texts for a request that has not come yet. */
const PREPARE_MS = 10_000;
/** If more files changed, their texts reach the model so late that loading it now would only hold memory: 100 MB a process. */
const TEXTS_SOON_MAX = 64;

export class UpdateRequests {
  /** Milliseconds spent on checking files since opening. */
  walkMs = 0;
  readonly #parts: IndexParts;
  readonly #job: UpdateJob;
  readonly #afterUpdate: BackgroundWork["afterUpdate"];
  /** Whether there has been a request. From then on the model is loaded, or loading. */
  #asked = false;
  /** Whether the files were looked at, or assumed once. */
  #looked = false;
  /** Of the last update behind an answer from texts; null if it succeeded. */
  #failure: Failure | null = null;

  constructor(parts: IndexParts, { update, afterUpdate }: Pick<BackgroundWork, "update" | "afterUpdate">) {
    this.#parts = parts;
    this.#job = update;
    this.#afterUpdate = afterUpdate;
  }

  /** Checks the files alone. */
  async walk(signal: AbortSignal | undefined): Promise<Corpus> {
    this.#parts.progress.report({ phase: "walking", done: 0, total: 0 });
    const started = performance.now();
    const corpus = await this.#parts.source.refresh(signal);
    this.#looked = true;
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
    const assumed = budget.unchecked ? this.#assume() : null;
    if (assumed !== null) {
      return { corpus: assumed, sinceMs, unchecked: true };
    }
    const corpus = await this.walk(signal);
    const baseline = { corpus, sinceMs };
    session.follow();
    if (this.#job.running()) {
      // That run was planned for an earlier state of the files.
      first.changed(planner.plan().changed);
    }
    if (likely !== null && (likely.hints === null || likely.analysed === true)) {
      return this.#ofCode(baseline, likely, signal);
    }
    const deadline = likely === null ? budget.deadline : likely.deadline - readingMs(corpus.files.size);
    const fromTexts = (): Promise<Updated> | Updated =>
      likely?.hints == null
        ? baseline
        : this.#fromTexts(baseline, { hints: likely.hints(), deadline: likely.deadline, analysed: false }, signal);
    if (likely !== null && deadline <= performance.now()) {
      return fromTexts();
    }
    const waitForUpdate = () => this.#updateWithin(deadline - performance.now(), signal);
    if (this.#job.running() && !(await waitForUpdate())) {
      return fromTexts();
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
      return fromTexts();
    }
    // Reading may have shown that files belong to an excluded class.
    const after = await this.walk(signal);
    planner.finish(after);
    return { corpus: after, sinceMs };
  }

  /** The indexed files, before any were looked at; null where a look at all takes little time, or all must be analysed again. */
  #assume(): Corpus | null {
    const { session, source, analyzer, uncheckedFrom } = this.#parts;
    if (this.#looked || !session.wasComplete()) {
      return null;
    }
    this.#looked = true;
    session.follow();
    const { stamps } = session.handles().table;
    if (stamps.size < uncheckedFrom) {
      return null;
    }
    for (const { analysis } of stamps.values()) {
      if (!isCurrentAnalysis(analysis, analyzer.identity)) {
        return null;
      }
    }
    return source.assume(stamps);
  }

  /** Reads texts before there is a request. CANCELLED. */
  async prepare(signal: AbortSignal): Promise<void> {
    const { session, texts, sideDistance } = this.#parts;
    if (!session.wasComplete()) {
      const { files } = await this.walk(signal);
      await texts.prepare([...files.values()], sideDistance, performance.now() + PREPARE_MS, signal);
    }
  }

  /** For a question about code: the files that it is likely about are indexed first. */
  async #ofCode(
    baseline: RequestBaseline,
    { hints, deadline }: NonNullable<TimeBudget["first"]>,
    signal: AbortSignal | undefined,
  ): Promise<Updated> {
    if (hints !== null) {
      const updated = await this.#fromTexts(baseline, { hints: hints(), deadline, analysed: true }, signal);
      // Reading may have shown that files belong to an excluded class.
      return { ...updated, corpus: await this.walk(signal) };
    }
    // A small project's files are indexed meanwhile; those of a larger one would take the request's time.
    const isSmall = baseline.corpus.files.size <= SMALL_MAX;
    this.#beginBehind(baseline, isSmall ? 0 : READERS_MS);
    if (isSmall) {
      await this.#indexFirst([], deadline, signal);
    }
    return baseline;
  }

  /** With the texts to answer from. The update begins, or goes on, with the files that the answer will most likely be in. */
  async #fromTexts(
    baseline: RequestBaseline,
    { hints, deadline, analysed }: Look,
    signal: AbortSignal | undefined,
  ): Promise<Updated> {
    const { session, first, texts } = this.#parts;
    const withIndexed = <Value>(use: (indexed: Snapshot) => Value): Value => withSnapshot(session, use);
    const { stamps } = session.handles().table;
    const isIndexed = (file: CorpusFile): boolean => {
      const stamp = stamps.get(file.path);
      return stamp?.size === file.size && stamp.mtimeMs === file.mtimeMs && stamp.ctimeMs === file.ctimeMs;
    };
    const now = performance.now();
    const readUntil = analysed ? now + READ_SHARE * (deadline - now) : deadline;
    const look = { corpus: baseline.corpus, hints, deadline: readUntil, signal, isIndexed, withSnapshot: withIndexed };
    const { texts: found, likely } = await texts.look(look);
    first.want(likely);
    void hints.proposed?.then((proposed) => first.want([...proposed, ...likely]));
    this.#beginBehind(baseline, analysed ? 0 : BEHIND_MS);
    if (analysed) {
      await this.#indexFirst(likely.slice(0, ANALYSED_MAX), deadline, signal);
      await this.#indexFirst(likely.slice(0, NEEDED_MAX), deadline + NEEDED_MS, signal);
    }
    return { ...baseline, texts: found, ...(this.#failure === null ? {} : { failure: this.#failure }) };
  }

  async #indexFirst(paths: readonly string[], untilMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#job.running()) {
      await this.#hurried(() => this.#parts.first.indexed(paths, untilMs, signal));
    }
  }

  #beginBehind(baseline: RequestBaseline, delayMs: number): void {
    if (this.#job.running() || this.#parts.planner.begin(baseline).total === 0) {
      return;
    }
    if (delayMs === 0) {
      this.#runBehind();
    } else {
      setTimeout(() => this.#runBehind(), delayMs).unref();
    }
  }

  #runBehind(): void {
    if (this.#parts.jobs.closed) {
      return;
    }
    const succeeded = () => {
      this.#failure = null;
      // The request was answered before the update began, and perhaps no other comes.
      void this.#afterUpdate();
    };
    this.#job.run().then(succeeded, (error: unknown) => {
      log("info", "index.update-failed", { reason: String(error) });
      const isOwn = error instanceof Failure && error.code !== "CANCELLED";
      this.#failure = isOwn ? error : this.#failure;
    });
  }

  #warmForRequest(budget: TimeBudget, likely: TimeBudget["first"]): void {
    const { session, analyzer } = this.#parts;
    if (likely?.analysed === true) {
      analyzer.warm();
    }
    const { first } = budget;
    if (likely === null && first !== null && first.hints !== null && first.analysed !== true && !this.#asked) {
      // A caller that takes texts as they are has a question to embed, so the model is loaded meanwhile.
      session.embeddings()?.warm("query");
    }
    this.#asked = true;
  }

  /** Files are analysed at the ordinary priority while the caller waits for them. */
  async #hurried<Result>(wait: () => Promise<Result>): Promise<Result> {
    const endHurry = this.#parts.analyzer.hurry();
    try {
      return await wait();
    } finally {
      endHurry();
    }
  }

  /** True if the update ended in time; false also if it was stopped. */
  async #updateWithin(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    // A caller that gave up while the files were checked must not start work.
    throwIfCancelled(signal);
    try {
      return await this.#hurried(() => within(this.#job.run(), ms, signal));
    } catch (error) {
      throwIfCancelled(signal);
      if (error instanceof Failure && error.code === "CANCELLED") {
        return false;
      }
      throw error;
    }
  }
}
