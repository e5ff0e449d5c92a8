// Brings the words of a project up to date for one request: walks, plans, and waits as long as the request allows; for the
// whole of an index that was whole before, and for the most promising files of one that never was. Does not do the work.
import type { Corpus, CorpusSource } from "../../project/corpus.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { Generation } from "../../vocabulary/ids.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import type { IndexWork } from "../index-work.ts";
import { termsOf } from "../lexical/terms.ts";
import type { WorkCounts } from "../project-index.ts";
import { within } from "../wait.ts";
import { countOpen, type OpenCounts, planUpdate, type UpdatePlan } from "./freshness.ts";
import { openOpenFiles } from "./open-files.ts";
import type { Sought } from "./sought.ts";

/** How long a request waits for the words. */
export interface Patience {
  /** By performance.now(). */
  readonly deadline: number;
  /** Instead, while the index has never been whole and holds anything; null waits for all even then. */
  readonly first: { readonly deadline: number; readonly sought: () => Sought } | null;
}

/** The files that a request is answered for, and the wall clock from which on a read counts as made for it. */
export interface Standing {
  readonly corpus: Corpus;
  readonly sinceMs: number;
}

export interface WordsBringer {
  /** What is to be done for the request that is being carried out. */
  plan(): UpdatePlan;
  /** Waits for the words. INDEX_UNAVAILABLE and the like where they cannot be had. */
  bring(patience: Patience, signal: AbortSignal | undefined): Promise<Standing>;
  walk(signal: AbortSignal | undefined): Promise<Corpus>;
  /** What is not known to be indexed as it stands now. */
  openIn(standing: Standing): OpenCounts;
  /** Spent on walking since opening. */
  readonly walkMs: number;
}

/** A plan that was empty even for files young enough to change unseen: nothing to do until one of these differs. */
interface Settled {
  readonly corpus: Corpus;
  readonly handles: IndexHandles;
  readonly generation: Generation;
}

const LOOK_AGAIN_MS = 50;
/** The texts of more changed files come so late that till then the model would only take room: 100 MB a process. */
const TEXTS_SOON_MAX = 64;

const NOTHING_OPEN: OpenCounts = { changed: 0, removed: 0, total: 0 };

export function openWordsBringer(
  source: CorpusSource,
  work: IndexWork,
  tell: (counts: WorkCounts) => void,
): WordsBringer {
  let settled: Settled | null = null;
  /** Of the request whose plan is carried out. */
  let plannedSinceMs = Date.now();
  let walkMs = 0;
  /** Whether any request has come: from then on the model is there, or whoever needs it begins to load it. */
  let asked = false;

  const table = () => work.handles().table;
  const basis = (verifiedSinceMs: number) => ({ analysis: work.analyzer.identity, verifiedSinceMs });
  const openFiles = openOpenFiles(work.analyzer.identity);
  const count = ({ files }: Corpus, sinceMs: number) =>
    countOpen(files, table().stamps, basis(sinceMs), openFiles.among(files, table()));

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

  /** Whether searchable files hold all the terms that the name is searched by. */
  function isIndexed(name: string): boolean {
    const snapshot = work.snapshot();
    try {
      return termsOf(name).every((term) => snapshot.holdsTerm(term));
    } finally {
      snapshot.release();
    }
  }

  /** True when the words ended in time; false too where someone has stopped them. */
  async function wordsWithin(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    // Who gave up while the files were looked at begins nothing that would go on without them.
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

  /** Waits for the words of the files that promise most, or for all, whichever ends first; true where all did. */
  async function firstWithin(
    { deadline, sought }: NonNullable<Patience["first"]>,
    longest: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const words = wordsWithin(Number.POSITIVE_INFINITY, signal);
    const brought = work.first.bring({ sought: sought(), deadline, signal, isIndexed });
    // What fails in bringing some fails the words, which say so.
    const ended = await Promise.race([words, brought.then(() => false).catch(() => words)]);
    return ended || (await untilAnything(words, longest, signal));
  }

  /** On a crowded machine nothing may be searchable when a first answer is due: one from nothing helps nobody. */
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
      // Who would take the most promising files has a question to embed, and no file is in the way of that.
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
    // A run under way was planned for the files of before.
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
    // Reading may have put files into a class that is not searched.
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
