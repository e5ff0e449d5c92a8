// How long the search for one symbol's users may take. It runs in one piece, so other questions and a cancellation wait for it.

/** Each symbol may have this many milliseconds, whatever comes after it. */
const MS_MIN = 500;
/** Nor has one more than this, even if time is left. */
const MS_MAX = 1_500;

/** `leftMs`: of the whole task. `symbols`: still to be searched for, this one included. On a busy machine the few of a small change need more. */
export const timeForSymbol = (leftMs: number, symbols: number): number =>
  Math.min(leftMs, MS_MAX, Math.max(MS_MIN, leftMs / symbols));
