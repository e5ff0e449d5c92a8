// When background work may continue: not while other programs keep the machine busy, but always a little.
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
  /** Slows all work down for this reason, even if a caller waits, until it is called with null by the same. */
  slowDown(by: Brake, reason: string | null): void;
  /** Why work is slowed down now; null if it is not. */
  readonly paused: string | null;
}

/** Who slows work down: memory is short, or nobody uses the server. */
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

export const BUSY = "the machine is busy";

/** Other programs' share of all cores between two measurements, 0 to 1. */
export function shareOfOthers(before: CpuTimes, after: CpuTimes): number {
  const total = after.totalMs - before.totalMs;
  const others = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
  return total <= 0 ? 0 : Math.min(1, Math.max(0, others / total));
}

export function isPausedBy(share: number, wasPaused: boolean): boolean {
  return share > (wasPaused ? RESUME_BELOW : PAUSE_ABOVE);
}

export function openPace({ read = readCpuTimes, now = () => performance.now() }: PaceOptions = {}): Pace {
  const load = new Load(read, now);
  const wakers = new Set<() => void>();
  let waiting = 0;
  const brakes = new Map<Brake, string>();
  /** When `wait` last let a piece of work pass. */
  let lastPassedMs = Number.NEGATIVE_INFINITY;
  const reason = () => brakes.values().next().value ?? (load.isHigh && waiting === 0 ? BUSY : null);
  return {
    async wait(signal) {
      throwIfCancelled(signal);
      load.measure();
      const waitMs = lastPassedMs + TRICKLE_MS - now();
      if (reason() !== null && waitMs > 0) {
        await rest(waitMs, signal, wakers);
      }
      lastPassedMs = now();
    },
    hurry() {
      waiting += 1;
      for (const wake of [...wakers]) {
        wake();
      }
      let released = false;
      return () => {
        waiting -= released ? 0 : 1;
        released = true;
      };
    },
    slowDown(by, why) {
      if (why === null) {
        brakes.delete(by);
      } else {
        brakes.set(by, why);
      }
    },
    get paused() {
      return reason();
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
