// How long to wait before a question is asked again.

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Milliseconds after so many answers that were the same: doubles with each, up to half a minute. */
export const waitAfter = (same: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (same - 1));
