// Keeps this program and its processes below a memory limit. First idle processes end, then fewer work at once, then background
// work slows to a trickle. Work that answers a question is never stopped.
import { ownMemoryBytes, ownMemoryBytesAtMost } from "./own-processes.ts";
import type { Pace } from "./pace.ts";
import { limitPools, poolsWithProcesses, trimPools } from "./pool-limits.ts";

/** 0: nothing. 1: idle processes end. 2: one process of a kind works. 3: background work slows to a trickle. */
export type Shedding = 0 | 1 | 2 | 3;

/** Each step starts at one of these shares of the limit and ends well below it, so that it does not switch back and forth. */
const STEPS_FROM = [0.85, 0.92, 1] as const;
const RELIEVED_BELOW = 0.75;

/** The step at `used` of `limit` bytes after step `before`. It may rise by one at once, and falls only when there is room. */
export function sheddingAt(used: number, limit: number, before: Shedding): Shedding {
  const share = used / limit;
  const wanted = STEPS_FROM.filter((from) => share >= from).length as Shedding;
  return share < RELIEVED_BELOW ? 0 : (Math.max(wanted, before) as Shedding);
}

export interface MemoryWatch {
  /** Bytes at the last look; possibly an old figure if it is far below the limit. */
  readonly used: number;
  readonly shedding: Shedding;
  close(): void;
}

export interface MemoryWatchOptions {
  readonly limitMb: number;
  readonly pace: Pick<Pace, "slowDown">;
  /** How often to look, in milliseconds. Default 2,000. */
  readonly everyMs?: number;
  readonly read?: () => number;
  /** An upper bound of `read` that is cheaper to compute. */
  readonly readAtMost?: () => number;
}

const EVERY_MS = 2_000;

export function openMemoryWatch({
  limitMb,
  pace,
  everyMs = EVERY_MS,
  read = ownMemoryBytes,
  readAtMost = ownMemoryBytesAtMost,
}: MemoryWatchOptions): MemoryWatch {
  let used = 0;
  let shedding: Shedding = 0;

  function look(): void {
    // Without child processes the server has nothing to end.
    if (shedding === 0 && poolsWithProcesses() === 0) {
      return;
    }
    const before = shedding;
    const limit = limitMb * 1024 * 1024;
    used = readAtMost();
    if (sheddingAt(used, limit, before) > 0) {
      // For the exact figure the system walks every page: 9 ms for half a gigabyte.
      used = read();
    }
    shedding = sheddingAt(used, limit, before);
    if (shedding >= 1) {
      trimPools();
    }
    if (shedding !== before) {
      limitPools(shedding >= 2 ? 1 : null);
      pace.slowDown(shedding === 3 ? `over the memory limit of ${limitMb} MB` : null);
    }
  }

  const timer = setInterval(look, everyMs).unref();
  return {
    get used() {
      return used;
    },
    get shedding() {
      return shedding;
    },
    close() {
      clearInterval(timer);
      limitPools(null);
      pace.slowDown(null);
    },
  };
}
