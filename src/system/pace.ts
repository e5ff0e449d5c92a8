// When background work may continue: a little while other programs keep the machine busy or memory is short, and not at all on battery,
// while nobody uses the server, or while files are being indexed.
import { cpus } from "node:os";
import { cancelled, throwIfCancelled } from "../vocabulary/failure.ts";
import { ownCpuMs } from "./own-processes.ts";

export interface Pace {
  /**
   * Resolves when the next piece of work (well below a second) may begin. Rejects with CANCELLED as soon as the signal is
   * aborted.
   */
  wait(signal?: AbortSignal): Promise<void>;
  /** From now on a caller waits: nothing pauses until the returned function is called. */
  hurry(): () => void;
  /** Files are being indexed, which comes before all that is paced, until the returned function is called. */
  indexing(): () => void;
  /** Slows work down for this reason until it is called with null by the same. */
  slowDown(by: Brake, reason: string | null): void;
  /** Why work is slowed down or stopped now; null if it is not. */
  readonly paused: string | null;
}

/** What slows work down: memory is short, to a trickle and even if a caller waits; or nobody uses the server, which stops it. */
export type Brake = "memory" | "disuse";

/** Processor time since some moment, of all cores, in milliseconds. */
export interface CpuTimes {
  /** Of all programs at the ordinary priority; programs at a low one yield to everybody. */
  readonly busyMs: number;
  readonly totalMs: number;
  /** This program's own share of `busyMs`. */
  readonly ownMs: number;
}

export interface PaceOptions {
  readonly read?: () => CpuTimes;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Whether the machine runs on its battery: work that nobody waits for then stops. Absent: it does not matter. */
  readonly onBattery?: () => Promise<boolean>;
}

/**
 * Other programs' share of all cores above which work pauses, and below which it resumes: two values, so that it does not
 * switch back and forth.
 */
const PAUSE_ABOVE = 0.7;
const RESUME_BELOW = 0.5;
/** A shorter measurement would show single bursts. Milliseconds. */
const SPAN_MS = 2_000;
/** While others are busy, one piece of work is done in each such interval, in milliseconds. */
const TRICKLE_MS = 3_000;

/** How often a reason to stop is looked at again, and how long what is known of the battery counts, in milliseconds. */
const STOP_MS = 30_000;

export const BUSY = "the machine is busy";
export const ON_BATTERY = "on battery";
export const INDEXING = "files are being indexed first";

/** Other programs' share of all cores between two measurements, 0 to 1. */
export function shareOfOthers(before: CpuTimes, after: CpuTimes): number {
  const total = after.totalMs - before.totalMs;
  const others = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
  return total <= 0 ? 0 : Math.min(1, Math.max(0, others / total));
}

export function isPausedBy(share: number, wasPaused: boolean): boolean {
  return share > (wasPaused ? RESUME_BELOW : PAUSE_ABOVE);
}

export function openPace(options: PaceOptions = {}): Pace {
  const { read = readCpuTimes, now = () => performance.now(), onBattery } = options;
  const load = new Load(read, now);
  const wakers = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of [...wakers]) {
      wake();
    }
  };
  let waiting = 0;
  let indexing = 0;
  const brakes = new Map<Brake, string>();
  let battery = { is: false, atMs: Number.NEGATIVE_INFINITY };
  /** When `wait` last let a piece of work pass. */
  let lastPassedMs = Number.NEGATIVE_INFINITY;
  const stopped = () => {
    if (waiting > 0) {
      return null;
    }
    return brakes.get("disuse") ?? (battery.is ? ON_BATTERY : indexing > 0 ? INDEXING : null);
  };
  const slowed = () => brakes.get("memory") ?? (load.isHigh && waiting === 0 ? BUSY : null);
  const look = async () => {
    load.measure();
    if (onBattery !== undefined && now() - battery.atMs >= STOP_MS) {
      battery = { is: await onBattery(), atMs: now() };
    }
  };
  return {
    async wait(signal) {
      throwIfCancelled(signal);
      await look();
      while (stopped() !== null) {
        await rest(STOP_MS, signal, wakers);
        await look();
      }
      const waitMs = lastPassedMs + TRICKLE_MS - now();
      if (slowed() !== null && waitMs > 0) {
        await rest(waitMs, signal, wakers);
      }
      lastPassedMs = now();
    },
    hurry() {
      waiting += 1;
      wakeAll();
      let released = false;
      return () => {
        waiting -= released ? 0 : 1;
        released = true;
      };
    },
    indexing() {
      indexing += 1;
      return () => {
        indexing -= 1;
        wakeAll();
      };
    },
    slowDown(by, why) {
      if (why === null) {
        brakes.delete(by);
        wakeAll();
      } else {
        brakes.set(by, why);
      }
    },
    get paused() {
      return stopped() ?? slowed();
    },
  };
}

/** Whether other programs keep the machine busy, measured every SPAN_MS at most. */
class Load {
  isHigh = false;
  readonly #read: () => CpuTimes;
  readonly #now: () => number;
  #last: { readonly times: CpuTimes; readonly atMs: number } | null = null;

  constructor(read: () => CpuTimes, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  measure(): void {
    const last = this.#last;
    const sinceMs = last === null ? Number.POSITIVE_INFINITY : this.#now() - last.atMs;
    if (sinceMs < SPAN_MS) {
      return;
    }
    const times = this.#read();
    // A measurement over a period without work says nothing about the present.
    const isRecent = last !== null && sinceMs < 5 * SPAN_MS;
    this.isHigh = isRecent && isPausedBy(shareOfOthers(last.times, times), this.isHigh);
    this.#last = { times, atMs: this.#now() };
  }
}

/** Ends early when one of `wakers`, to which it adds its own, is called. Rejects with CANCELLED. */
function rest(ms: number, signal: AbortSignal | undefined, wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      wakers.delete(wake);
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const wake = end(resolve);
    const abort = end(() => reject(cancelled()));
    const timer = setTimeout(wake, ms);
    wakers.add(wake);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Linux and macOS count the time of programs at a low priority separately, as `nice`. */
function readCpuTimes(): CpuTimes {
  let busyMs = 0;
  let totalMs = 0;
  for (const { times } of cpus()) {
    const { user, sys, irq, nice, idle } = times;
    busyMs += user + sys + irq;
    totalMs += user + sys + irq + nice + idle;
  }
  return { busyMs, totalMs, ownMs: ownCpuMs() };
}
