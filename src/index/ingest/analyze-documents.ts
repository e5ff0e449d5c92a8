// Analyses texts in worker processes so that no text is lost to a crash: a text that crashes its grammar is cut without one,
// and a text that fails even then is indexed by its path, with a problem.
import { availableParallelism } from "node:os";
import process from "node:process";
import { ANALYSIS_VERSION } from "../../languages/analysis.ts";
import type { Inspection } from "../../languages/inspection/inspection.ts";
import type { TextFacts } from "../../languages/text-facts.ts";
import type { SyntaxCheck } from "../../syntax/check-syntax.ts";
import type { TextPrint } from "../../syntax/fingerprint.ts";
import type { TextSpans } from "../../syntax/spans.ts";
import { once } from "../../system/memo.ts";
import { packagePath } from "../../system/package-root.ts";
import { sha256Of } from "../../system/sha256.ts";
import { openWorkerPool, type WorkerPool } from "../../system/worker-pool.ts";
import { Failure, type Problem, throwIfCancelled } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { AnalysisIdentity, AnalyzedDocument } from "../documents.ts";
import { EMBEDDING_TEXT_VERSION } from "../embeddings/embedding-text.ts";
import { TERMS_VERSION } from "../lexical/terms.ts";
import type { TextAnalyzer, UnreadText } from "../text-analyzer.ts";
import type { AnalysisResults, AnalysisSettings, AnalysisTask } from "./analysis-tasks.ts";
import { analyzedDocument } from "./analyzed-document.ts";
import { cacheByText } from "./cache-by-text.ts";

export interface DocumentAnalyzer extends TextAnalyzer {
  readonly identity: AnalysisIdentity;
  /** Most processes. */
  readonly parallelism: number;
  /** Never rejects because of the text; throws CANCELLED, and errors of a broken installation. */
  analyze(path: string, text: string, signal?: AbortSignal): Promise<AnalyzedDocument>;
  countTokens(text: string, signal?: AbortSignal): Promise<number>;
  /** Starts this many processes, for texts that are about to come; all by default. */
  warm(count?: number): void;
  /** From now on a caller waits for what `analyze` does, until the returned function is called. Soon after, it has the lowest priority. */
  hurry(): () => void;
  /** Ends the idle processes. */
  endIdle(): void;
  close(): Promise<void>;
}

export interface AnalyzerSettings extends AnalysisSettings {
  /** Processes; 0: as many as there are cores, up to WORKERS_MAX. */
  readonly workers: number;
  /** Path of another worker entry, for tests of crashes. */
  readonly entry?: string | undefined;
  /** Longest time for one text, in milliseconds, for a parser that does not end at its own limit. */
  readonly timeoutMs?: number;
}

/** Runs a task in a worker process. */
type Run = <Task extends AnalysisTask>(
  task: Task,
  signal: AbortSignal | undefined,
  urgent?: boolean,
) => Promise<ResultOf<Task>>;
type ResultOf<Task extends AnalysisTask> = AnalysisResults[Task["kind"]];

const WORKERS_MAX = 4;
const TIMEOUT_MS = 30_000;
/** Results of checkSyntax that are cached. */
const CHECKS_CACHED = 500;
/** Enough for both sides of a change of 700 files: when such a question is asked again, it continues where time ran out. */
const PRINTS_CACHED = 1_500;
/** Files that an agent edits in turn. */
const SPANS_CACHED = 50;
/** Enough for one side of a change of 100 files; facts take some ten times as much memory as fingerprints. */
const FACTS_CACHED = 100;
/** Both sides of a change of 300 files; each takes less memory than its facts. */
const INSPECTIONS_CACHED = 600;
/**
 * One process is kept ready between edits: a start costs some 200 ms, more than the rest of an edit's answer. It holds 60 MB, so not for
 * somebody who has turned to something else.
 */
const IDLE_MS = 90_000;
/** Those beyond the first make room for the processes that embed what they have analysed. */
const SPARE_IDLE_MS = 1_000;
/**
 * Most of what a worker runs, it runs for seconds: V8's optimising compiler, in threads of its own, takes a quarter of the processor time of
 * a small project. With a budget of three and a half times its own it begins later, and its baseline compiler (in Node 20 off unless asked for)
 * fills the time. Node 22 and 24 do not know the budget's flag, and a process with an unknown flag does not start.
 */
const COMPILER_FLAGS = process.versions.node.startsWith("20.") ? ["--sparkplug", "--interrupt-budget=450000"] : [];

/**
 * A nursery of 4 MB: 20 MB less resident memory a process than V8's choice; a smaller one costs a tenth of the processor
 * time. All cores analyse: threads that collect garbage would compete with them, and cost another tenth.
 */
const WORKER_FLAGS = ["--max-semi-space-size=4", "--single-threaded-gc", ...COMPILER_FLAGS];

/** Texts in flight at once for each process: enough that none waits for a text. With more, texts that are put first would wait longer. */
export const IN_FLIGHT_PER_PROCESS = 3;
/** Of work that nobody waits for. */
const NICENESS = 19;
/** Who was answered from a part of the project asks again soon, and a lowered process would have to be replaced. Milliseconds. */
const SOON_ASKED_MS = 5_000;

/** The identity that documents analysed with these settings carry. */
export function analysisIdentity({ extensions }: AnalysisSettings): AnalysisIdentity {
  const table = Object.entries(extensions).sort(([a], [b]) => (a < b ? -1 : 1));
  const settings = table.length === 0 ? "" : sha256Of(JSON.stringify(table), 12);
  // Each may rise alone; the sum rises with every one, and none ever falls.
  return { version: ANALYSIS_VERSION + TERMS_VERSION + EMBEDDING_TEXT_VERSION, settings };
}

type AnalysisPool = WorkerPool<AnalysisTask, AnalysisResults[AnalysisTask["kind"]]>;

/** Projects with the same settings share their processes, which end when the last of them is closed. State of the process. */
const pools = new Map<string, { readonly pool: AnalysisPool; users: number }>();

function sharePool({ entry, extensions, workers }: AnalyzerSettings): { pool: AnalysisPool; leave(): Promise<void> } {
  const key = JSON.stringify([entry, workers, Object.entries(extensions).sort()]);
  const shared = pools.get(key) ?? { pool: openPool({ entry, extensions, workers }), users: 0 };
  shared.users += 1;
  pools.set(key, shared);
  return {
    pool: shared.pool,
    async leave() {
      shared.users -= 1;
      if (shared.users === 0) {
        pools.delete(key);
        await shared.pool.close();
      }
    },
  };
}

const openPool = ({ entry, extensions, workers }: AnalyzerSettings): AnalysisPool =>
  openWorkerPool({
    entry: entry ?? packagePath("dist", "workers", "analysis.js"),
    size: workers > 0 ? workers : Math.min(WORKERS_MAX, availableParallelism()),
    initial: { extensions } satisfies AnalysisSettings,
    execArgv: WORKER_FLAGS,
    idleMs: IDLE_MS,
    spareIdleMs: SPARE_IDLE_MS,
    fewTasks: IN_FLIGHT_PER_PROCESS,
    niceness: NICENESS,
    lowers: true,
  });

export function openDocumentAnalyzer(settings: AnalyzerSettings): DocumentAnalyzer {
  const { pool, leave } = sharePool(settings);
  const closing = new AbortController();
  let waiting = 0;
  let waitedUntilMs = Number.NEGATIVE_INFINITY;
  const isWaitedFor = () => waiting > 0 || performance.now() - waitedUntilMs < SOON_ASKED_MS;
  const run: Run = async (task, signal, urgent = true) => {
    // What has a signal is stopped by it before the analyzer is closed.
    throwIfCancelled(closing.signal);
    const options = { signal: signal ?? closing.signal, timeoutMs: settings.timeoutMs ?? TIMEOUT_MS, urgent };
    return (await pool.run(task, options)) as ResultOf<typeof task>;
  };
  return {
    identity: analysisIdentity(settings),
    parallelism: pool.size,
    analyze: (path, text, signal) => analyze((task, until) => run(task, until, isWaitedFor()), path, text, signal),
    ...openQuestions(run),
    // It only makes a figure exact.
    countTokens: (text, signal) => run({ kind: "count", text }, signal, false),
    hurry() {
      waiting += 1;
      return () => {
        waiting -= 1;
        waitedUntilMs = performance.now();
      };
    },
    warm(count = pool.size) {
      for (let started = pool.pids().length; started < count; started += 1) {
        // If this fails, the first text will fail as well and report it.
        void run({ kind: "analyze", path: "warm", text: "", plain: true }, undefined).catch(() => undefined);
      }
    },
    endIdle: pool.trim,
    close: once(() => {
      closing.abort();
      return leave();
    }).get,
  };
}

/** Questions about a text. Results are cached, except those that a retry may change: the lack of time is not permanent. */
function openQuestions(run: Run): TextAnalyzer {
  const isRead = (answer: object): boolean => !("unread" in answer);
  return {
    checkSyntax: cacheByText<SyntaxCheck>(
      CHECKS_CACHED,
      ({ verdict }) => verdict !== "unchecked",
      async (path, text, signal) => {
        const check = await tryRun(run, { kind: "check", path, text }, signal);
        return check instanceof Error ? { verdict: "unchecked", language: null, reason: reasonOf(check) } : check;
      },
    ),
    fingerprint: cacheByText<TextPrint | UnreadText>(PRINTS_CACHED, isRead, async (path, text, signal) =>
      orUnread(await tryRun(run, { kind: "fingerprint", path, text }, signal)),
    ),
    spansOf: cacheByText<TextSpans | UnreadText>(SPANS_CACHED, isRead, async (path, text, signal) =>
      orUnread(await tryRun(run, { kind: "spans", path, text }, signal)),
    ),
    factsOf: cacheByText<TextFacts | UnreadText>(FACTS_CACHED, isRead, async (path, text, signal) =>
      orUnread(await tryRun(run, { kind: "facts", path, text }, signal)),
    ),
    inspect: cacheByText<Inspection | UnreadText>(INSPECTIONS_CACHED, isRead, async (path, text, signal) =>
      orUnread(await tryRun(run, { kind: "inspect", path, text }, signal)),
    ),
    occurrencesOf: async (path, text, names, signal) =>
      orUnread(await tryRun(run, { kind: "occurrences", path, text, names }, signal)),
    async layoutOf(path, text, signal) {
      const layout = await tryRun(run, { kind: "layout", path, text }, signal);
      return layout instanceof Error ? { unread: reasonOf(layout) } : layout;
    },
    async readPattern(pattern, grammar, signal) {
      try {
        return await run({ kind: "read-pattern", pattern, grammar }, signal);
      } catch (error) {
        if (error instanceof Failure && error.code === "CANCELLED") {
          throw error;
        }
        return { trouble: "its parser did not end" };
      }
    },
    matchPattern: (task, signal) => run({ kind: "match", ...task }, signal),
  };
}

const orUnread = <Read>(read: Read | Error): Read | UnreadText =>
  read instanceof Error ? { unread: reasonOf(read) } : read;

/** Returns the error if the text crashed its worker or took too long. */
async function tryRun<Task extends AnalysisTask>(
  run: Run,
  task: Task,
  signal: AbortSignal | undefined,
): Promise<ResultOf<Task> | Error> {
  try {
    return await run(task, signal);
  } catch (error) {
    if (error instanceof Failure && error.code !== "TIMED_OUT") {
      throw error;
    }
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** First with the text's grammar, then without one, then by its path alone. */
async function analyze(
  run: Run,
  path: string,
  text: string,
  signal: AbortSignal | undefined,
): Promise<AnalyzedDocument> {
  const attempt = (task: { path: string; text: string; plain: boolean }) =>
    tryRun(run, { kind: "analyze", ...task }, signal);
  let first = await attempt({ path, text, plain: false });
  if (first instanceof Error && !(first instanceof Failure)) {
    // The process may have been killed from outside, and the result stays with the text: one more try.
    first = await attempt({ path, text, plain: false });
  }
  if (!(first instanceof Error)) {
    return first;
  }
  const second = await attempt({ path, text, plain: true });
  if (!(second instanceof Error)) {
    return { ...second, problems: [...second.problems, parseProblem(path, first)] };
  }
  const probe = await attempt({ path: "probe", text: "probe", plain: true });
  if (probe instanceof Error) {
    throw new Failure("INTERNAL", `the analysis workers do not start: ${probe.message}`, {
      hint: "run `context-broker doctor`; reinstalling context-broker may help",
      cause: probe,
    });
  }
  return unreadDocument(path, text, second);
}

const reasonOf = (error: Error): string =>
  error instanceof Failure ? "its parser did not end in time" : "its parser crashed";

function parseProblem(path: string, error: Error): Problem {
  return error instanceof Failure
    ? { code: "PARSE_TIMED_OUT", path, message: "Its analysis took too long: it is split at blank lines instead." }
    : { code: "PARSE_FAILED", path, message: "Its analysis crashed: it is split at blank lines instead." };
}

/** A document without chunks: found by its path alone, with a problem that reports it. */
function unreadDocument(path: string, text: string, error: Error): AnalyzedDocument {
  const message = `Not searched by content: its analysis failed twice (${error.message.split("\n")[0] ?? ""}).`;
  return analyzedDocument(path, "", {
    language: null,
    parse: "fallback",
    lineCount: splitLines(text).length,
    chunks: [],
    symbols: [],
    facts: null,
    stretches: null,
    problems: [{ code: "PARSE_FAILED", path, message }],
  });
}
