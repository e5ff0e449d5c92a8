// Keeps this program with all its processes below a limit of memory: first what is idle ends, then fewer work at once, then
// background work goes drop by drop. Nothing that answers a question is ever stopped. Does not know what the processes do.
import { ownMemoryBytes, ownMemoryBytesAtMost } from "./own-processes.ts";
import type { Pace } from "./pace.ts";
import { limitPools, poolsWithProcesses, trimPools } from "./pool-limits.ts";

/** 0: nothing. 1: idle processes end. 2: one process of a kind works. 3: background work goes drop by drop. */
export type Shedding = 0 | 1 | 2 | 3;

/** Shares of the limit from which each step holds, and below which all is as before: apart, so that it does not flutter. */
const STEPS_FROM = [0.85, 0.92, 1] as const;
const RELIEVED_BELOW = 0.75;

/** What is done at `used` of `limit` bytes after `before`: one step harder at once, none easier before there is room. */
export function sheddingAt(used: number, limit: number, before: Shedding): Shedding {
  const share = used / limit;
  const wanted = STEPS_FROM.filter((from) => share >= from).length as Shedding;
  return share < RELIEVED_BELOW ? 0 : (Math.max(wanted, before) as Shedding);
}

export interface MemoryWatch {
  /** Bytes when it last looked; where that is too little to matter, perhaps somewhat less. */
  readonly used: number;
  readonly shedding: Shedding;
  close(): void;
}

export interface MemoryWatchOptions {
  readonly limitMb: number;
  readonly pace: Pick<Pace, "hold">;
  /** How often to look, in milliseconds. Default 2,000. */
  readonly everyMs?: number;
  readonly read?: () => number;
  /** Never less than `read`, and sooner told. */
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
    // Alone, the server has nothing to shed.
    if (shedding === 0 && poolsWithProcesses() === 0) {
      return;
    }
    const before = shedding;
    const limit = limitMb * 1024 * 1024;
    used = readAtMost();
    if (sheddingAt(used, limit, before) > 0) {
      // The system goes through every page to say it exactly: 9 ms for half a gigabyte.
      used = read();
    }
    shedding = sheddingAt(used, limit, before);
    if (shedding >= 1) {
      trimPools();
    }
    if (shedding !== before) {
      limitPools(shedding >= 2 ? 1 : null);
      pace.hold(shedding === 3 ? `over the memory limit of ${limitMb} MB` : null);
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
      pace.hold(null);
    },
  };
}
