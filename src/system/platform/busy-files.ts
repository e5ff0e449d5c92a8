// Files that another program has open. POSIX replaces and removes them all the same. Windows refuses for as long as the other program
// has the file open, which for a virus scanner or an indexer is a moment.
import { setTimeout as pause } from "node:timers/promises";
import { forSystem } from "./this-system.ts";

export interface BusyFiles {
  /** Does what replaces, moves or removes a file; where another program is in the way, again, for a bounded time. */
  retried<Result>(act: () => Result | Promise<Result>): Promise<Result>;
  /** The same for a caller that cannot wait for a promise; it stops the process, and so for a shorter time. */
  retriedNow<Result>(act: () => Result): Result;
  /** What a person can do about a file that cannot be written all the same. */
  readonly remedy: string;
}

/** It never waits. */
export const posixBusyFiles: BusyFiles = {
  retried: async (act) => act(),
  retriedNow: (act) => act(),
  remedy: "free space or correct the permissions",
};

/** What Windows answers while a file is open without leave to share it; the last two also for a file that may not be changed. */
const BUSY = new Set(["EBUSY", "EPERM", "EACCES"]);

/** Waits in milliseconds: two seconds in all. Scanners take less; what is refused for longer is refused for another reason. */
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320, 640, 725];
/** A tenth of a second in all. */
const WAITS_NOW_MS = [5, 10, 20, 30, 35];

const isBusy = (error: unknown): boolean => BUSY.has((error as NodeJS.ErrnoException).code ?? "");

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
