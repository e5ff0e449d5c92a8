// How long work will still take, from how fast it went lately. Knows counts and a clock, not what is counted.

export interface Measured {
  /** Null until enough has passed to tell. */
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
}

/** A rate is taken over at most so long: work behind it may have been of another kind. Milliseconds. */
const WINDOW_MS = 30_000;
/** A rate over less than this is chance, in milliseconds. */
const SPAN_MIN_MS = 2_000;
const SAMPLE_MS = 500;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

export interface ProgressMeter {
  /** `done` of `total`; a total of 0 is unknown. Less done than before begins anew. */
  note(done: number, total: number): Measured;
}

const UNKNOWN: Measured = { perSecond: null, secondsLeft: null };

/** `now` in milliseconds, rising. */
export function openProgressMeter(now: () => number = () => performance.now()): ProgressMeter {
  let samples: Sample[] = [];

  return {
    note(done, total) {
      const atMs = now();
      const last = samples.at(-1);
      // Before something is done, it is waiting (for another process, or its turn), which says nothing of the rate.
      if (last === undefined || done < last.done || done === samples[0]?.done) {
        samples = [{ atMs, done }];
        return UNKNOWN;
      }
      if (atMs - last.atMs >= SAMPLE_MS) {
        samples.push({ atMs, done });
      }
      // The newest sample that is older than the window stays, so that the span never falls short of it.
      while ((samples[1]?.atMs ?? atMs) < atMs - WINDOW_MS) {
        samples.shift();
      }
      const first = samples[0] ?? last;
      const spanMs = atMs - first.atMs;
      if (spanMs < SPAN_MIN_MS) {
        return UNKNOWN;
      }
      const perSecond = (done - first.done) / (spanMs / 1_000);
      return { perSecond, secondsLeft: total > 0 ? Math.max(0, total - done) / perSecond : null };
    },
  };
}
