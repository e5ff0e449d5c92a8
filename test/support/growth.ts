// Tests that a work takes time by the length of its input, whatever else the machine does: they compare two lengths, by processor
// time. A limit in seconds fails on a busy machine, and on a quiet one it lets pass what is quadratic and still short.
import { expect } from "vitest";

const TIMES_AS_LONG = 8;
/** Between what is linear (8) and what is quadratic (64). */
const GROWTH_MAX = 24;
const TRIES = 6;

/** Milliseconds of processor time, of all threads of this process. */
export function processorMs(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Fails unless eight times the `size` takes about eight times as long. `size` should take some milliseconds. */
export function expectLinear(work: (size: number) => void, size: number, what?: string): void {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // What is compiled at first use is no part of either.
  work(size);
  for (let tried = 0; tried < TRIES && !(long < short * GROWTH_MAX); tried += 1) {
    short = Math.min(
      short,
      processorMs(() => work(size)),
    );
    long = Math.min(
      long,
      processorMs(() => work(size * TIMES_AS_LONG)),
    );
  }
  expect(long / short, what).toBeLessThan(GROWTH_MAX);
}
