// Replacing and removing files that another program has open. POSIX allows it. Windows refuses while the other program has the file open; a
// virus scanner or an indexer closes it after a moment, so the call is repeated.
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../../vocabulary/failure.ts";
import { forSystem } from "./this-system.ts";

export interface BusyFiles {
  /** Calls a function that replaces, moves or removes a file; repeats it for a bounded time if another program has the file open. */
  retried<Result>(act: () => Result | Promise<Result>): Promise<Result>;
  /** The same without a promise. It blocks the process, so its time is shorter. */
  retriedNow<Result>(act: () => Result): Result;
  /** What a person can do about a file that cannot be written all the same. */
  readonly remedy: string;
}

/** POSIX: never waits. */
export const posixBusyFiles: BusyFiles = {
  retried: async (act) => act(),
  retriedNow: (act) => act(),
  remedy: "free space or correct the permissions",
};

/** Errors of Windows while another program has the file open; the last two also for a file that may not be changed. */
const BUSY = new Set(["EBUSY", "EPERM", "EACCES"]);

/** Waits in milliseconds, two seconds in all. Scanners take less; a longer refusal has another reason. */
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320, 640, 725];
/** A tenth of a second in all. */
const WAITS_NOW_MS = [5, 10, 20, 30, 35];

const isBusy = (error: unknown): boolean => BUSY.has(codeOf(error));

export interface Waiting {
  wait(ms: number): Promise<unknown>;
  waitNow(ms: number): void;
}

const WAITING: Waiting = {
  wait: (ms) => pause(ms),
  waitNow: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

export const windowsBusyFiles = ({ wait, waitNow }: Waiting = WAITING): BusyFiles => ({
  async retried(act) {
    for (const ms of WAITS_MS) {
      try {
        return await act();
      } catch (error) {
        if (!isBusy(error)) {
          throw error;
        }
        await wait(ms);
      }
    }
    return act();
  },
  retriedNow(act) {
    for (const ms of WAITS_NOW_MS) {
      try {
        return act();
      } catch (error) {
        if (!isBusy(error)) {
          throw error;
        }
        waitNow(ms);
      }
    }
    return act();
  },
  remedy: "close the program that has the file open, free space or correct the permissions",
});

export const BUSY_FILES: BusyFiles = forSystem({ win32: windowsBusyFiles(), other: posixBusyFiles });
