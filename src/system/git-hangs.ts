// Remembers which git commands hung and in which folder, so that a git that never answers is waited for once. Until a retry in
// the background has been answered, requests for the same command and folder are refused at once. Runs nothing itself.

/** What to do with a request: `run` and wait; `refuse`; `retry`: refuse, and run the command in the background. */
export type GitDecision = "run" | "refuse" | "retry";

export interface GitHangs {
  /** `retry` is answered to one caller each `RETRY_AFTER_MS`; that caller reports the outcome through `note`. */
  decide(command: string, folder: string): GitDecision;
  note(command: string, folder: string, hung: boolean): void;
}

/** Shortest time between a hang and the next try. Milliseconds. */
export const RETRY_AFTER_MS = 30_000;
/** Commands and folders that are remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 1_000;

/** `now`: a clock that never goes back, in milliseconds. */
export function openGitHangs(now: () => number = () => performance.now()): GitHangs {
  /** By command and folder: when to try again, or `null` where git has answered. */
  const known = new Map<string, number | null>();
  let lastHungMs = Number.NEGATIVE_INFINITY;

  const remember = (key: string, retryAtMs: number | null): void => {
    known.delete(key);
    known.set(key, retryAtMs);
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED_MAX) {
        break;
      }
      known.delete(oldest);
    }
  };

  return {
    decide(command, folder) {
      const key = `${command} ${folder}`;
      const retryAtMs = known.get(key);
      const nowMs = now();
      // A repository can contain thousands of others, each with a git that hangs. After one hang, unknown folders are not
      // waited for.
      if (retryAtMs === null || (retryAtMs === undefined && nowMs - lastHungMs >= RETRY_AFTER_MS)) {
        return "run";
      }
      if (retryAtMs !== undefined && nowMs < retryAtMs) {
        return "refuse";
      }
      remember(key, nowMs + RETRY_AFTER_MS);
      return "retry";
    },
    note(command, folder, hung) {
      if (hung) {
        lastHungMs = now();
      }
      remember(`${command} ${folder}`, hung ? now() + RETRY_AFTER_MS : null);
    },
  };
}
