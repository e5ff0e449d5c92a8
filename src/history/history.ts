// A project's git history as signals about its files: counted in the background when first asked for, kept in memory while
// HEAD stays the same, and counted again in the background once it has moved. Counting takes some 300 ms for 5,000 commits,
// so nothing is written to disk.
import type { CorpusSource } from "../project/corpus.ts";
import { localDisk } from "../project/disk.ts";
import { enclosingRepository, whyNotRead } from "../project/repository.ts";
import { NO_COMMIT, NO_REPOSITORY } from "../project/resolve-commit.ts";
import { runGit } from "../system/git.ts";
import { singleFlight, within } from "../system/wait.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";
import { type CommitsEnd, readCommits } from "./read-commits.ts";
import { type Signals, signalsFrom, type Touches, touchesOf } from "./signals.ts";

/**
 * `applied`: from HEAD's history, up to the limit of commits; `fallback`: from a part of it, since time or memory was short or
 * the clone is shallow; `stale`: from before HEAD moved; `unavailable`, `disabled`: no signals.
 */
export type HistoryState = "applied" | "fallback" | "stale" | "unavailable" | "disabled";

export interface HistoryStatus {
  readonly state: HistoryState;
  /** How much was counted, or why nothing was, for a person to read. */
  readonly reason: string;
  /** Null where the state is `unavailable` or `disabled`. */
  readonly signals: Signals | null;
}

export interface HistoryOptions {
  readonly corpus: CorpusSource;
  readonly enabled: boolean;
  /** Whether the process stays for later questions. If not, each question waits for the whole first count. */
  readonly stays: boolean;
  /** Reads the commits; by default git's. */
  readonly read?: typeof readCommits;
}

/**
 * Fewer commits of a longer history say nothing about its files: in a clone of depth 1, one commit seems to have made them all.
 */
const PART_COMMITS_MIN = 10;
/** How long a question about code waits for signals, in milliseconds. */
export const HISTORY_WAIT_MS = 200;
/**
 * Time limits of the first count of a HEAD, and of the count that the next question starts if the first was cut short.
 * Milliseconds.
 */
const COUNT_MS_MAX = [2_000, 20_000] as const;
/** A count may end late on a crowded machine. */
const PATIENT_MS = 30_000;
/** HEAD is not checked more often than this. Milliseconds. */
const VERIFIED_FOR_MS = 500;

interface Count {
  readonly head: string;
  readonly headMs: number;
  readonly touches: Touches;
  readonly looked: number;
  readonly end: CommitsEnd;
}

const UNCOUNTED: HistoryStatus = {
  state: "unavailable",
  reason: "the history is still being read; ask again",
  signals: null,
};

export class History {
  readonly #corpus: CorpusSource;
  readonly #options: HistoryOptions;
  readonly #closing = new AbortController();
  readonly #verification = singleFlight(() => this.#verify());
  #counted: Count | null = null;
  /** Why nothing is counted; null if something is, or if nothing has been tried. */
  #trouble: string | null = null;
  /** On the clock of performance.now(). */
  #verifiedMs = Number.NEGATIVE_INFINITY;
  #cached: { readonly of: Count; readonly files: ReadonlyMap<string, unknown>; readonly signals: Signals } | undefined;

  constructor(options: HistoryOptions) {
    this.#corpus = options.corpus;
    this.#options = options;
  }

  /**
   * Waits at most `waitMs` milliseconds for a first count, or without limit if no later question can ask again. Throws only
   * CANCELLED.
   */
  async ask(waitMs: number, signal?: AbortSignal): Promise<HistoryStatus> {
    const { enabled, stays } = this.#options;
    if (!enabled) {
      return { state: "disabled", reason: "git_signals is off", signals: null };
    }
    if (performance.now() - this.#verifiedMs > VERIFIED_FOR_MS && !this.#closing.signal.aborted) {
      await within(this.#verification.run(), stays ? waitMs : Math.max(waitMs, COUNT_MS_MAX[0]), signal);
    }
    return this.#status();
  }

  /**
   * The same for a caller whose result depends on the signals, and not only its order: it waits for the count, and one that time cut short
   * is made again with the longer limit.
   */
  async askPatiently(signal?: AbortSignal): Promise<HistoryStatus> {
    const status = await this.ask(PATIENT_MS, signal);
    if (this.#counted?.end !== "time" || this.#closing.signal.aborted) {
      return status;
    }
    await within(this.#verification.run(), PATIENT_MS, signal);
    return this.#status();
  }

  close(): void {
    this.#closing.abort();
  }

  /** Counts the commits if HEAD has moved, or if the last count was cut short. */
  async #verify(): Promise<void> {
    const { signal } = this.#closing;
    try {
      const before = this.#counted;
      const counted = await countHistory(this.#options.read ?? readCommits, this.#corpus.root, before, signal);
      [this.#counted, this.#trouble] = "failure" in counted ? [null, counted.failure] : [counted, null];
      this.#verifiedMs = performance.now();
    } catch (error) {
      // If it was closed meanwhile, the result is not needed.
      if (!signal.aborted) {
        [this.#counted, this.#trouble] = [null, `the history could not be read: ${String(error)}`];
      }
    }
  }

  #status(): HistoryStatus {
    const counted = this.#counted;
    if (counted === null) {
      return this.#trouble === null ? UNCOUNTED : { state: "unavailable", reason: this.#trouble, signals: null };
    }
    if (counted.looked < PART_COMMITS_MIN && isPart(counted.end)) {
      const few = counted.looked === 0 ? "" : `, and fewer than ${PART_COMMITS_MIN} are too few`;
      return { state: "unavailable", reason: `${extentOf(counted)}${few}`, signals: null };
    }
    // A count that is still running may find that HEAD has moved.
    const isMoving = this.#verification.running() && counted.end !== "time";
    const state = isMoving ? "stale" : isPart(counted.end) ? "fallback" : "applied";
    return { state, reason: extentOf(counted), signals: this.#signals(counted) };
  }

  #signals(count: Count): Signals {
    const { files } = this.#corpus.current();
    if (this.#cached?.of !== count || this.#cached.files !== files) {
      const signals = signalsFrom(count.touches, count.headMs, (path) => files.has(path));
      this.#cached = { of: count, files, signals };
    }
    return this.#cached.signals;
  }
}

/** `before` itself while HEAD has not moved, unless time had cut it short: then it is counted again with more time. */
async function countHistory(
  readAll: typeof readCommits,
  root: string,
  before: Count | null,
  signal: AbortSignal,
): Promise<Count | { readonly failure: string }> {
  const head = await headOf(root, signal);
  if ("failure" in head) {
    return head;
  }
  const isSame = before?.head === head.id;
  if (isSame && before.end !== "time") {
    return before;
  }
  const read = await readAll(root, head.id, COUNT_MS_MAX[isSame ? 1 : 0], signal);
  if ("failure" in read) {
    return read;
  }
  const { commits, looked, end } = read;
  return { head: head.id, headMs: head.timeMs, touches: touchesOf(commits), looked, end };
}

const isPart = (end: CommitsEnd): boolean => end !== "all" && end !== "commits";

function extentOf({ looked, end }: Count): string {
  const commits = `${formatNumber(looked)} ${looked === 1 ? "commit" : "commits"}`;
  switch (end) {
    case "all":
      return `all ${commits}`;
    case "commits":
      return `the newest ${commits}`;
    case "time":
      return `the newest ${commits}: out of time`;
    case "size":
      return `the newest ${commits}: they touch too many files to read more`;
    case "unreadable":
      return looked === 0
        ? "a partial clone: file lists of commits are missing"
        : `the newest ${commits}: older ones are missing in this partial clone`;
    case "shallow":
      return `the ${commits} of a shallow clone`;
  }
}

interface Head {
  readonly id: string;
  readonly timeMs: number;
}

async function headOf(root: string, signal: AbortSignal): Promise<Head | { readonly failure: string }> {
  const repository = enclosingRepository(root, localDisk);
  const why = repository === null ? NO_REPOSITORY : whyNotRead(repository, localDisk);
  if (why !== null) {
    return { failure: why };
  }
  const outcome = await runGit(root, {
    command: "rev-list",
    options: ["--max-count=1", "--encoding=UTF-8", "--format=%ct %an"],
    revisions: ["HEAD"],
    signal,
  });
  if (!outcome.ok) {
    const isUnborn = /bad revision|unknown revision|bad default revision/.test(outcome.reason);
    return { failure: isUnborn ? NO_COMMIT : outcome.reason };
  }
  const [, id, seconds] = /^commit ([0-9a-f]{40,64})\n(\d+)/.exec(outcome.stdout.toString("latin1")) ?? [];
  return id === undefined ? { failure: "git found no commit for HEAD" } : { id, timeMs: Number(seconds) * 1_000 };
}
