// Brings the words of a project up to date for one request: refreshes the corpus, makes a plan, and waits as long as the
// request allows: for all files if the index was complete before, otherwise for the most promising ones. Does not do the work
// itself.
import type { Corpus, CorpusSource } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { Generation } from "../../vocabulary/ids.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { openUnverifiedPaths } from "../ingest/unverified-paths.ts";
import { countPendingFiles, type PendingCounts, planUpdate, type UpdatePlan } from "../ingest/update-plan.ts";
import { termsOf } from "../lexical/terms.ts";
import type { FileHints, WorkCounts } from "../project-index.ts";
import type { IndexWork } from "./index-work.ts";

/** How long a request waits for the words. */
export interface Patience {
  /** On the clock of performance.now(). */
  readonly deadline: number;
  /** Used while the index has never been complete; null waits for all files even then. */
  readonly first: { readonly deadline: number; readonly hints: () => FileHints } | null;
}

/** The files for which a request is answered, and the wall-clock time from which reads count as made for it. */
export interface Standing {
  readonly corpus: Corpus;
  readonly sinceMs: number;
}

export interface WordsBringer {
  /** The plan for the present request. */
  plan(): UpdatePlan;
  /** Waits for the words. INDEX_UNAVAILABLE and the like if they cannot be had. */
  bring(patience: Patience, signal: AbortSignal | undefined): Promise<Standing>;
  walk(signal: AbortSignal | undefined): Promise<Corpus>;
  /** Counts files that are not known to be indexed in their present state. */
  openIn(standing: Standing): PendingCounts;
  /** Milliseconds spent on refreshing the corpus since opening. */
  readonly walkMs: number;
}

/** A plan that was empty even for recently written files: there is nothing to do until one of these fields changes. */
interface Settled {
  readonly corpus: Corpus;
  readonly handles: IndexHandles;
  readonly generation: Generation;
}

const LOOK_AGAIN_MS = 50;
/** If more files changed, their texts come so late that the model would only take memory until then: 100 MB per process. */
const TEXTS_SOON_MAX = 64;

const NOTHING_OPEN: PendingCounts = { changed: 0, removed: 0, total: 0 };

export function openWordsBringer(
  source: CorpusSource,
  work: IndexWork,
  tell: (counts: WorkCounts) => void,
): WordsBringer {
  let settled: Settled | null = null;
  /** Of the request whose plan is carried out. */
  let plannedSinceMs = Date.now();
  let walkMs = 0;
  /** Whether there has been a request. From then on the model is loaded, or loading. */
  let asked = false;

  const table = () => work.handles().table;
  const basis = (verifiedSinceMs: number) => ({ analysis: work.analyzer.identity, verifiedSinceMs });
  const openFiles = openUnverifiedPaths(work.analyzer.identity);
  const count = ({ files }: Corpus, sinceMs: number) =>
    countPendingFiles(files, table().stamps, basis(sinceMs), openFiles.among(files, table()));

  function plan(): UpdatePlan {
    const { files } = source.current();
    return planUpdate(files, table().stamps, basis(plannedSinceMs), openFiles.among(files, table()));
  }

  async function walk(signal: AbortSignal | undefined): Promise<Corpus> {
    tell({ phase: "walking", done: 0, total: 0 });
    const started = performance.now();
    const corpus = await source.refresh(signal);
    walkMs += performance.now() - started;
    return corpus;
  }

  function isSettled(corpus: Corpus): boolean {
    return (
      settled !== null &&
      settled.corpus === corpus &&
      settled.handles === work.handles() &&
      settled.generation === table().view.generation
    );
  }

  function settle(corpus: Corpus): void {
    settled =
      count(corpus, Number.POSITIVE_INFINITY).total > 0
        ? null
        : { corpus, handles: work.handles(), generation: table().view.generation };
  }

  /** Whether searchable files contain all terms of the name. */
  function isIndexed(name: string): boolean {
    const snapshot = work.snapshot();
    try {
      return termsOf(name).every((term) => snapshot.holdsTerm(term));
    } finally {
      snapshot.release();
    }
  }

  /** True if the words were brought in time; false also if they were stopped. */
  async function wordsWithin(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    // A caller that gave up while the files were examined must not start work.
    throwIfCancelled(signal);
    try {
      return await within(work.words(), ms, signal);
    } catch (error) {
      throwIfCancelled(signal);
      if (error instanceof Failure && error.code === "CANCELLED") {
        return false;
      }
      throw error;
    }
  }

  /** Waits for the words of the most promising files, or of all files, whichever ends first; true if all are there. */
  async function firstWithin(
    { deadline, hints }: NonNullable<Patience["first"]>,
    longest: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const words = wordsWithin(Number.POSITIVE_INFINITY, signal);
    const brought = work.first.bring({ hints: hints(), deadline, signal, isIndexed });
    // An error in bringing the first files is an error of the words, which report it.
    const ended = await Promise.race([words, brought.then(() => false).catch(() => words)]);
    return ended || (await untilAnything(words, longest, signal));
  }

  /** On a busy machine nothing may be searchable when a first answer is due, and an answer from nothing is useless. */
  async function untilAnything(
    words: Promise<boolean>,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    while (table().view.documentCount === 0 && performance.now() < deadline) {
      if (await within(words, LOOK_AGAIN_MS, signal)) {
        return words;
      }
      // Another process may be the one that indexes.
      work.follow();
    }
    return false;
  }

  async function bring(patience: Patience, signal: AbortSignal | undefined): Promise<Standing> {
    await work.ensureUsable();
    const first = work.wasWhole() ? null : patience.first;
    if (first !== null) {
      work.analyzer.warm();
    } else if (patience.first !== null && !asked) {
      // A caller that wants the most promising files has a question to embed, so the model is loaded meanwhile.
      work.meaning()?.warm("query");
    }
    asked = true;
    const sinceMs = Date.now();
    const corpus = await walk(signal);
    work.follow();
    const ended = () =>
      first === null
        ? wordsWithin(patience.deadline - performance.now(), signal)
        : firstWithin(first, patience.deadline, signal);
    // A run in progress was planned for an earlier state of the files.
    if (work.wordsRunning()) {
      work.first.changed(plan().changed);
    }
    if (work.wordsRunning() && !(await ended())) {
      return { corpus, sinceMs };
    }
    if (isSettled(corpus)) {
      return { corpus, sinceMs };
    }
    plannedSinceMs = sinceMs;
    const { changed, total } = count(corpus, sinceMs);
    if (total === 0) {
      settle(corpus);
      return { corpus, sinceMs };
    }
    if (changed <= TEXTS_SOON_MAX) {
      work.meaning()?.warm("texts");
    } else if (first !== null) {
      work.meaning()?.warm("query");
    }
    if (!(await ended())) {
      return { corpus, sinceMs };
    }
    // Reading may have shown that files belong to an excluded class.
    const after = await walk(signal);
    settle(after);
    return { corpus: after, sinceMs };
  }

  return {
    plan,
    bring,
    walk,
    openIn: ({ corpus, sinceMs }) => (isSettled(corpus) ? NOTHING_OPEN : count(corpus, sinceMs)),
    get walkMs() {
      return walkMs;
    },
  };
}
