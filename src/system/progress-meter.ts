// Estimates how long work will still take from its recent rate.

export interface Measured {
  /** Null until enough time has passed for an estimate. */
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
}

/** The rate is taken over at most this time, since earlier work may have been of another kind. Milliseconds. */
const WINDOW_MS = 30_000;
/** A rate over a shorter time is noise. Milliseconds. */
const SPAN_MIN_MS = 2_000;
const SAMPLE_MS = 500;
/** Where nothing got done for so long the work had stopped, which says nothing about its rate. Milliseconds. */
const STOPPED_MS = 20_000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

const UNKNOWN: Measured = { perSecond: null, secondsLeft: null };

export class ProgressMeter {
  readonly #now: () => number;
  #samples: Sample[] = [];
  /** When something was last found done. */
  #latest: Sample = { atMs: 0, done: 0 };

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `done` of `total`; a total of 0 is unknown. A smaller `done` than before starts a new measurement. */
  note(done: number, total: number): Measured {
    const atMs = this.#now();
    const last = this.#samples.at(-1);
    const hasStopped = atMs - this.#latest.atMs > STOPPED_MS;
    if (done !== this.#latest.done) {
      this.#latest = { atMs, done };
    }
    // Before anything is done, the work may wait for another process, which says nothing about the rate.
    if (last === undefined || hasStopped || done < last.done || done === this.#samples[0]?.done) {
      this.#samples = [{ atMs, done }];
      return UNKNOWN;
    }
    if (atMs - last.atMs >= SAMPLE_MS) {
      this.#samples.push({ atMs, done });
    }
    // The newest sample that is older than the window stays, so that the span never falls short of it.
    while ((this.#samples[1]?.atMs ?? atMs) < atMs - WINDOW_MS) {
      this.#samples.shift();
    }
    const first = this.#samples[0] ?? last;
    const spanMs = atMs - first.atMs;
    if (spanMs < SPAN_MIN_MS) {
      return UNKNOWN;
    }
    const perSecond = (done - first.done) / (spanMs / 1_000);
    return { perSecond, secondsLeft: total > 0 ? Math.max(0, total - done) / perSecond : null };
  }
}
