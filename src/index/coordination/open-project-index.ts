// One project's index, kept equal to its corpus: how long a caller waits for the work, and what it is told of it.
import type { Corpus } from "../../project/corpus.ts";
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { Problem } from "../../vocabulary/problem.ts";
import type { Coverage } from "../../vocabulary/search.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import { embeddingProblem } from "../embeddings/chunk-embeddings.ts";
import type {
  EmbedFirstOptions,
  FreshenOptions,
  Freshness,
  IndexProgress,
  IndexReport,
  ProjectIndex,
  VectorStatus,
  WorkCounts,
} from "../project-index.ts";
import { openWordsBringer, type Patience, type Standing } from "./bring-words.ts";
import { type IndexWork, openIndexWork } from "./index-work.ts";
import type { ProjectIndexOptions } from "./project-index-options.ts";
import { openWorkProgress, type WorkProgress } from "./work-progress.ts";

/**
 * Longest wait for vectors that are there already, in milliseconds. Some 50,000 are read meanwhile; while more of them are
 * being read, an answer has its best candidates' vectors alone, and says so.
 */
const READ_WAIT_MS = 1_000;
/** An answer that needs no vectors is let alone so long, in milliseconds. */
const BEHIND_MS = 500;

/** `complete` gives up on files that change faster than they are indexed. */
const ROUNDS_MAX = 5;

/** Opens or makes the index. INDEX_UNAVAILABLE where its folder can be neither written nor read. */
export async function openProjectIndex(options: ProjectIndexOptions): Promise<ProjectIndex> {
  const { folder, corpus: source, embedderFailure = null, pace } = options;
  const workProgress = openWorkProgress(pace);
  const listeners = new Set<(progress: IndexProgress) => void>();
  // Each needs the other: the work asks for a plan only when words are wanted.
  const work: IndexWork = await openIndexWork(options, () => words.plan(), tell);
  const words = openWordsBringer(source, work, tell);
  let workProblem: Problem | null = null;
  /** Of the request answered last. */
  let last: Standing | null = null;
  /** Databases whose rebuilding was told with an answer from the whole of it: it concerns no answer after that. */
  const rebuiltTold = new WeakSet<IndexHandles>();

  let measured: IndexHandles | null = null;

  /** Counts of a cleared or replaced index do not apply to the new one. */
  function measure(): WorkProgress {
    if (measured !== work.handles()) {
      workProgress.forget();
      measured = work.handles();
    }
    return workProgress;
  }

  function tell(counts: WorkCounts): void {
    const progress = measure().note(counts);
    options.onProgress?.(progress);
    for (const listener of listeners) {
      listener(progress);
    }
  }

  const table = () => work.handles().table;

  /** Trouble with the words is a problem where there is an index to answer from, not a throw. */
  async function bringWordsOrSay(patience: Patience, signal: AbortSignal | undefined): Promise<Standing> {
    const sinceMs = Date.now();
    try {
      const standing = await words.bring(patience, signal);
      workProblem = null;
      return standing;
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof Failure) || table().view.documentCount === 0) {
        throw error;
      }
      const code = error.code === "INDEX_UNAVAILABLE" ? "INDEX_READ_ONLY" : "PARSE_FAILED";
      workProblem = {
        code,
        message: `${error.message}; ${error.hint}. Answers come from the index as it was last saved.`,
      };
      return { corpus: await words.walk(signal), sinceMs };
    }
  }

  let isBehindDue = false;

  /** What comes behind the words takes nothing from an answer that rests on none of it. */
  function behindSoon(): void {
    if (!isBehindDue) {
      isBehindDue = true;
      const begin = () => {
        isBehindDue = false;
        void work.behind();
      };
      setTimeout(begin, BEHIND_MS).unref();
    }
  }

  /** Starts what comes behind the words, and waits for the vectors of a few changed chunks. */
  async function bringMeaning(
    deadline: number,
    embedUpTo: number | null,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const meaning = work.meaning();
    if (embedUpTo === null) {
      behindSoon();
      return;
    }
    const remaining = () => deadline - performance.now();
    if (meaning !== null && !work.wordsRunning()) {
      await within(meaning.read(), Math.min(remaining(), READ_WAIT_MS), signal);
    }
    void work.behind();
    if (meaning !== null && !work.wordsRunning() && meaning.lacking() > 0 && meaning.lacking() <= embedUpTo) {
      const endHurry = pace?.hurry();
      await meaning.bring(remaining(), signal).finally(endHurry);
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

  function vectorFailure(): Problem | null {
    return embedderFailure === null ? (work.meaning()?.failure() ?? null) : embeddingProblem(embedderFailure);
  }

  function vectorStatus(): VectorStatus {
    if (embedderFailure !== null) {
      return { state: "unavailable", kind: null, reason: embedderFailure.message };
    }
    return work.meaning()?.status() ?? { state: "disabled", kind: null, reason: "search by meaning is turned off" };
  }

  function problems(corpus: Corpus): Problem[] {
    // What the corpus has put into a class, it reports itself.
    const ofReading = [...work.readProblems()].flatMap(([path, list]) => (corpus.files.has(path) ? list : []));
    const ofOpening = work
      .handles()
      .problems.filter(({ code }) => code !== "INDEX_REBUILT" || !rebuiltTold.has(work.handles()));
    const ofVectors = vectorFailure();
    return [
      ...ofOpening,
      ...(ofVectors === null ? [] : [ofVectors]),
      ...(workProblem === null ? [] : [workProblem]),
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

  function freshness(standing: Standing): Freshness {
    last = standing;
    const { corpus } = standing;
    const { changed, total: lagging } = words.openIn(standing);
    const told = problems(corpus);
    if (lagging === 0) {
      rebuiltTold.add(work.handles());
    }
    return {
      lagging,
      building: lagging > 0 && !work.wasWhole(),
      coverage: coverage(corpus, changed),
      writtenElsewhere: work.elsewhere(),
      problems: told,
    };
  }

  function freshen({ waitMs, first, embedUpTo, signal, onProgress }: FreshenOptions): Promise<Freshness> {
    return listening(onProgress, async () => {
      work.attend();
      const now = performance.now();
      const deadline = now + waitMs;
      const patience: Patience = {
        deadline,
        first: first === undefined ? null : { deadline: now + Math.min(waitMs, first.waitMs), hints: first.hints },
      };
      // Who gives up takes the work along, unless another one waits for it; the next request goes on from there.
      const giveUp = () => listeners.size === 1 && work.stop();
      signal?.addEventListener("abort", giveUp, { once: true });
      try {
        const standing = await bringWordsOrSay(patience, signal);
        await bringMeaning(deadline, embedUpTo, signal);
        return freshness(standing);
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    });
  }

  async function completeNow(signal: AbortSignal | undefined): Promise<Freshness> {
    for (let round = 1; ; round++) {
      const standing = await words.bring({ deadline: Number.POSITIVE_INFINITY, first: null }, signal);
      const meaning = work.meaning();
      // One after the other: the table of tokens and the model take 100 MB a process each.
      await within(work.tokens(), Number.POSITIVE_INFINITY, signal);
      await within(meaning?.work() ?? Promise.resolve(), Number.POSITIVE_INFINITY, signal);
      await within(work.behind(), Number.POSITIVE_INFINITY, signal);
      // Who cleared the index does not want it back from the work of before.
      throwIfReplaced(work.handles().database);
      const now = freshness(standing);
      const lacking = meaning?.lacking() ?? 0;
      if ((now.lagging === 0 && lacking === 0) || round === ROUNDS_MAX) {
        return now;
      }
    }
  }

  function complete({ signal, onProgress }: Parameters<ProjectIndex["complete"]>[0]): Promise<IndexReport> {
    return listening(onProgress, async () => {
      const started = performance.now();
      const before = {
        ...work.totals,
        walkMs: words.walkMs,
        made: work.meaning()?.made ?? 0,
        spentMs: work.meaning()?.spentMs ?? 0,
      };
      signal?.addEventListener("abort", work.stop, { once: true });
      const endHurry = pace?.hurry();
      try {
        const now = await completeNow(signal);
        const seconds = (ms: number) => Math.round(ms) / 1000;
        return {
          coverage: now.coverage,
          indexedFiles: work.totals.indexed - before.indexed,
          removedFiles: work.totals.removed - before.removed,
          embeddedChunks: (work.meaning()?.made ?? 0) - before.made,
          seconds: {
            walk: seconds(words.walkMs - before.walkMs),
            index: seconds(work.totals.indexMs - before.indexMs),
            embed: seconds((work.meaning()?.spentMs ?? 0) - before.spentMs),
            total: seconds(performance.now() - started),
          },
          problems: now.problems,
          vectorFailure: vectorFailure(),
        };
      } finally {
        endHurry?.();
        signal?.removeEventListener("abort", work.stop);
      }
    });
  }

  /** The answer that is waiting has all cores: files are analysed after it. */
  async function embedFirst(options: EmbedFirstOptions): Promise<void> {
    const letGo = work.first.hold();
    try {
      await work.meaning()?.embedFirst(options);
    } finally {
      letGo();
    }
  }

  return {
    root: source.root,
    folder,
    freshen,
    recount: () => freshness(last ?? { corpus: source.current(), sinceMs: Date.now() }),
    complete,
    snapshot: work.snapshot,
    embedFirst,
    vectorStatus,
    working: work.running,
    progress: () => (work.running() ? measure().current() : null),
    checkSyntax: work.analyzer.checkSyntax,
    fingerprint: work.analyzer.fingerprint,
    factsOf: work.analyzer.factsOf,
    readPattern: work.analyzer.readPattern,
    matchPattern: work.analyzer.matchPattern,
    close: work.close,
  };
}
