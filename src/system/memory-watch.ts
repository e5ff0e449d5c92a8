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

export class MemoryWatch {
  /** Bytes at the last look; possibly an old figure if it is far below the limit. */
  used = 0;
  shedding: Shedding = 0;
  readonly #options: Required<MemoryWatchOptions>;
  readonly #timer: NodeJS.Timeout;

  constructor(options: MemoryWatchOptions) {
    this.#options = { everyMs: EVERY_MS, read: ownMemoryBytes, readAtMost: ownMemoryBytesAtMost, ...options };
    this.#timer = setInterval(() => this.#look(), this.#options.everyMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    limitPools(null);
    this.#options.pace.slowDown("memory", null);
  }

  #look(): void {
    // Without child processes the server has nothing to end.
    if (this.shedding === 0 && poolsWithProcesses() === 0) {
      return;
    }
    const { limitMb, pace, read, readAtMost } = this.#options;
    const before = this.shedding;
    const limit = limitMb * 1024 * 1024;
    this.used = readAtMost();
    if (sheddingAt(this.used, limit, before) > 0) {
      // For the exact figure the system walks every page: 9 ms for half a gigabyte.
      this.used = read();
    }
    this.shedding = sheddingAt(this.used, limit, before);
    if (this.shedding >= 1) {
      trimPools();
    }
    if (this.shedding !== before) {
      limitPools(this.shedding >= 2 ? 1 : null);
      pace.slowDown("memory", this.shedding === 3 ? `over the memory limit of ${limitMb} MB` : null);
    }
  }
}
