// Remembers which git commands hung and in which folder, so that a git that never answers is waited for once. Until a retry in
// the background has been answered, requests for the same command and folder are refused at once. Runs nothing itself.

/** What to do with a request: `run` and wait; `refuse`; `retry`: refuse, and run the command in the background. */
export type GitDecision = "run" | "refuse" | "retry";

/** Shortest time between a hang and the next try. Milliseconds. */
export const RETRY_AFTER_MS = 30_000;
/** Commands and folders that are remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 1_000;

export class GitHangs {
  /** By command and folder: when to try again, or `null` where git has answered. */
  readonly #known = new Map<string, number | null>();
  readonly #now: () => number;
  #lastHungMs = Number.NEGATIVE_INFINITY;

  /** `now`: a clock that never goes back, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `retry` is answered to one caller each `RETRY_AFTER_MS`; that caller reports the outcome through `note`. */
  decide(command: string, folder: string): GitDecision {
    const key = `${command} ${folder}`;
    const retryAtMs = this.#known.get(key);
    const nowMs = this.#now();
    // A repository can contain thousands of others, each with a git that hangs. After one hang, unknown folders are not
    // waited for.
    if (retryAtMs === null || (retryAtMs === undefined && nowMs - this.#lastHungMs >= RETRY_AFTER_MS)) {
      return "run";
    }
    if (retryAtMs !== undefined && nowMs < retryAtMs) {
      return "refuse";
    }
    this.#remember(key, nowMs + RETRY_AFTER_MS);
    return "retry";
  }

  note(command: string, folder: string, hung: boolean): void {
    if (hung) {
      this.#lastHungMs = this.#now();
    }
    this.#remember(`${command} ${folder}`, hung ? this.#lastHungMs + RETRY_AFTER_MS : null);
  }

  #remember(key: string, retryAtMs: number | null): void {
    this.#known.delete(key);
    this.#known.set(key, retryAtMs);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > REMEMBERED_MAX) {
      this.#known.delete(oldest);
    }
  }
}
