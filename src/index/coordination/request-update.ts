// Brings the index up to date for one request: checks the files, plans, and waits as long as the request allows: for all files if the
// index was complete before, otherwise for those that most likely matter. The update goes on when the wait ends.
import type { Corpus } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import { termsOf } from "../lexical/terms.ts";
import type { FileHints } from "../project-index.ts";
import { withSnapshot } from "../with-snapshot.ts";
import type { UpdateJob } from "./background-work.ts";
import type { IndexParts } from "./index-parts.ts";

/** How long a request waits. Deadlines are on the clock of performance.now(). */
export interface TimeBudget {
  readonly deadline: number;
  /** Used while the index has never been complete; null waits for all files even then. */
  readonly first: { readonly deadline: number; readonly hints: () => FileHints } | null;
}

const LOOK_AGAIN_MS = 50;
/** If more files changed, their texts reach the model so late that loading it now would only hold memory: 100 MB a process. */
const TEXTS_SOON_MAX = 64;

export class UpdateRequests {
  /** Milliseconds spent on checking files since opening. */
  walkMs = 0;
  readonly #parts: IndexParts;
  readonly #job: UpdateJob;
  /** Whether there has been a request. From then on the model is loaded, or loading. */
  #asked = false;

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

  /** Waits for the update that the files need now. INDEX_UNAVAILABLE and the like if it is impossible; CANCELLED. */
  async update(budget: TimeBudget, signal: AbortSignal | undefined): Promise<RequestBaseline> {
    const { session, planner, first } = this.#parts;
    await session.ensureUsable();
    const likely = session.wasComplete() ? null : budget.first;
    this.#warmForRequest(budget, likely);
    const sinceMs = Date.now();
    const corpus = await this.walk(signal);
    const baseline = { corpus, sinceMs };
    session.follow();
    const waitForUpdate = () =>
      likely === null
        ? this.#updateWithin(budget.deadline - performance.now(), signal)
        : this.#firstFilesWithin(likely, budget.deadline, signal);
    if (this.#job.running()) {
      // That run was planned for an earlier state of the files.
      first.changed(planner.plan().changed);
      if (!(await waitForUpdate())) {
        return baseline;
      }
    }
    const { changed, total } = planner.begin(baseline);
    if (total === 0) {
      planner.finish(corpus);
      return baseline;
    }
    if (changed <= TEXTS_SOON_MAX) {
      session.embeddings()?.warm("texts");
    } else if (likely !== null) {
      session.embeddings()?.warm("query");
    }
    if (!(await waitForUpdate())) {
      return baseline;
    }
    // Reading may have shown that files belong to an excluded class.
    const after = await this.walk(signal);
    planner.finish(after);
    return { corpus: after, sinceMs };
  }

  #warmForRequest(budget: TimeBudget, likely: TimeBudget["first"]): void {
    const { session, analyzer } = this.#parts;
    if (likely !== null) {
      analyzer.warm();
    } else if (budget.first !== null && !this.#asked) {
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

  /** Waits for the likely files, or for the end of the update, whichever comes first; true if it ended. */
  async #firstFilesWithin(
    { deadline, hints }: NonNullable<TimeBudget["first"]>,
    lastDeadline: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const isIndexed = (name: string) => this.#isIndexed(name);
    const updated = this.#updateWithin(Number.POSITIVE_INFINITY, signal);
    const indexed = this.#parts.first.index({ hints: hints(), deadline, signal, isIndexed });
    // An error in indexing the first files is an error of the update, which reports it.
    const ended = await Promise.race([updated, indexed.then(() => false).catch(() => updated)]);
    return ended || (await this.#untilAnyDocument(updated, lastDeadline, signal));
  }

  /** On a busy machine nothing may be searchable when a first answer is due, and an answer from nothing is useless. */
  async #untilAnyDocument(
    updated: Promise<boolean>,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const { session } = this.#parts;
    while (session.handles().table.view.documentCount === 0 && performance.now() < deadline) {
      if (await within(updated, LOOK_AGAIN_MS, signal)) {
        return updated;
      }
      // Another process may be the one that indexes.
      session.follow();
    }
    return false;
  }

  /** Whether indexed files contain all terms of the name. */
  #isIndexed(name: string): boolean {
    return withSnapshot(this.#parts.session, (snapshot) => termsOf(name).every((term) => snapshot.holdsTerm(term)));
  }
}
