// One project's index, kept equal to its corpus: how long a caller waits for the work, and what it is told of it.
import type { Corpus } from "../project/corpus.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { Generation } from "../vocabulary/ids.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Coverage } from "../vocabulary/search.ts";
import { isEmptyPlan, planUpdate, type UpdatePlan } from "./freshness.ts";
import type { IndexHandles } from "./index-handles.ts";
import { openIndexWork, type ProjectIndexOptions } from "./index-work.ts";
import type { FreshenOptions, Freshness, IndexProgress, IndexReport, ProjectIndex } from "./project-index.ts";
import { within } from "./wait.ts";

/** A plan that was empty even for files young enough to change unseen: nothing to do until one of these differs. */
interface Settled {
  readonly corpus: Corpus;
  readonly handles: IndexHandles;
  readonly generation: Generation;
}

/** `complete` gives up on files that change faster than they are indexed. */
const ROUNDS_MAX = 5;

/** Opens or makes the index. INDEX_UNAVAILABLE where its folder can be neither written nor read. */
export async function openProjectIndex(options: ProjectIndexOptions): Promise<ProjectIndex> {
  const { folder, corpus: source } = options;
  const listeners = new Set<(progress: IndexProgress) => void>();
  const work = await openIndexWork(options, () => plan(source.current()), tell);
  let writeProblem: Problem | null = null;
  let settled: Settled | null = null;
  let verifiedSinceMs = Date.now();
  let walkMs = 0;

  function tell(progress: IndexProgress): void {
    for (const listener of listeners) {
      listener(progress);
    }
  }

  const table = () => work.handles().table;

  function plan(corpus: Corpus, sinceMs = verifiedSinceMs): UpdatePlan {
    return planUpdate(corpus.files, table().stamps, { analysis: work.analyzer.identity, verifiedSinceMs: sinceMs });
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
    settled = isEmptyPlan(plan(corpus, Number.POSITIVE_INFINITY))
      ? { corpus, handles: work.handles(), generation: table().view.generation }
      : null;
  }

  /** Waits for the words until the deadline; answers the corpus that then stands. */
  async function bringWords(deadline: number, signal: AbortSignal | undefined): Promise<Corpus> {
    const remaining = () => deadline - performance.now();
    await work.ensureUsable();
    const since = Date.now();
    const corpus = await walk(signal);
    work.follow();
    // A run under way was planned for the files of before.
    if (work.wordsRunning() && !(await within(work.words(), remaining(), signal))) {
      return corpus;
    }
    if (isSettled(corpus)) {
      return corpus;
    }
    verifiedSinceMs = since;
    if (isEmptyPlan(plan(corpus)) || work.handles().writer === null) {
      settle(corpus);
      return corpus;
    }
    if (!(await within(work.words(), remaining(), signal))) {
      return corpus;
    }
    // Reading may have put files into a class that is not searched.
    const after = await walk(signal);
    settle(after);
    return after;
  }

  /** As bringWords; trouble in writing is a problem where there is an index to answer from, not a throw. */
  async function bringWordsOrSay(deadline: number, signal: AbortSignal | undefined): Promise<Corpus> {
    try {
      const corpus = await bringWords(deadline, signal);
      writeProblem = null;
      return corpus;
    } catch (error) {
      throwIfCancelled(signal);
      const unavailable = error instanceof Failure && error.code === "INDEX_UNAVAILABLE";
      if (!unavailable || table().view.documentCount === 0) {
        throw error;
      }
      writeProblem = { code: "INDEX_READ_ONLY", message: `${error.message}; answers come from the index as it was.` };
      return source.current();
    }
  }

  /** Starts what comes behind the words, and waits for the vectors of a few changed chunks. */
  async function bringMeaning(deadline: number, embedUpTo: number, signal: AbortSignal | undefined): Promise<void> {
    const meaning = work.meaning();
    const remaining = () => deadline - performance.now();
    if (meaning !== null && !work.wordsRunning()) {
      await within(meaning.read(), remaining(), signal);
    }
    void work.behind();
    if (meaning !== null && !work.wordsRunning() && meaning.lacking() > 0 && meaning.lacking() <= embedUpTo) {
      await within(meaning.work(), remaining(), signal);
    }
  }

  function coverage(corpus: Corpus, lagging: number): Coverage {
    const { chunkCount } = table().view;
    const meaning = work.meaning();
    return {
      files: corpus.files.size,
      filesSearchable: Math.max(0, corpus.files.size - lagging),
      chunks: chunkCount,
      chunksEmbedded: meaning === null ? 0 : Math.max(0, chunkCount - meaning.lacking()),
    };
  }

  function problems(corpus: Corpus): Problem[] {
    const ofReading = [...work.readProblems].filter(([path]) => !table().stamps.has(path)).flatMap(([, list]) => list);
    return [
      ...work.handles().problems,
      ...(writeProblem === null ? [] : [writeProblem]),
      ...corpus.problems,
      ...ofReading,
      ...table().problems(),
      ...(work.meaning()?.problems() ?? []),
    ];
  }

  async function listening<Result>(
    listener: ((progress: IndexProgress) => void) | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> {
    // A wrapper of its own: two callers may hand over one function.
    const own = (progress: IndexProgress) => listener?.(progress);
    listeners.add(own);
    try {
      return await run();
    } finally {
      listeners.delete(own);
    }
  }

  function freshness(corpus: Corpus): Freshness {
    const open = isSettled(corpus) ? { changed: [], removed: [] } : plan(corpus);
    return {
      lagging: open.changed.length + open.removed.length,
      coverage: coverage(corpus, open.changed.length),
      writtenElsewhere: work.elsewhere(),
      problems: problems(corpus),
    };
  }

  function freshen({ waitMs, embedUpTo, signal, onProgress }: FreshenOptions): Promise<Freshness> {
    return listening(onProgress, async () => {
      const deadline = performance.now() + waitMs;
      const corpus = await bringWordsOrSay(deadline, signal);
      await bringMeaning(deadline, embedUpTo, signal);
      return freshness(corpus);
    });
  }

  async function completeNow(signal: AbortSignal | undefined): Promise<Freshness> {
    for (let round = 1; ; round++) {
      const corpus = await bringWords(Number.POSITIVE_INFINITY, signal);
      const meaning = work.meaning();
      await within(meaning?.work() ?? Promise.resolve(), Number.POSITIVE_INFINITY, signal);
      await within(work.behind(), Number.POSITIVE_INFINITY, signal);
      const now = freshness(corpus);
      const lacking = meaning?.lacking() ?? 0;
      if ((now.lagging === 0 && lacking === 0) || round === ROUNDS_MAX) {
        return now;
      }
    }
  }

  function complete({ signal, onProgress }: Parameters<ProjectIndex["complete"]>[0]): Promise<IndexReport> {
    return listening(onProgress, async () => {
      const started = performance.now();
      const before = { ...work.totals, walkMs, made: work.meaning()?.made ?? 0, spentMs: work.meaning()?.spentMs ?? 0 };
      signal?.addEventListener("abort", work.stop, { once: true });
      try {
        const now = await completeNow(signal);
        const seconds = (ms: number) => Math.round(ms) / 1000;
        return {
          coverage: now.coverage,
          indexedFiles: work.totals.indexed - before.indexed,
          removedFiles: work.totals.removed - before.removed,
          embeddedChunks: (work.meaning()?.made ?? 0) - before.made,
          seconds: {
            walk: seconds(walkMs - before.walkMs),
            index: seconds(work.totals.indexMs - before.indexMs),
            embed: seconds((work.meaning()?.spentMs ?? 0) - before.spentMs),
            total: seconds(performance.now() - started),
          },
          problems: now.problems,
        };
      } finally {
        signal?.removeEventListener("abort", work.stop);
      }
    });
  }

  return {
    root: source.root,
    folder,
    freshen,
    complete,
    snapshot: work.snapshot,
    vectorStatus: () =>
      work.meaning()?.status() ?? { state: "disabled", kind: null, reason: "search by meaning is switched off" },
    working: work.running,
    close: work.close,
  };
}
