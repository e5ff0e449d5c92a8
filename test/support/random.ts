// Random numbers that repeat: the same from the same seed on every machine, so that a failure can be run again.

/** From 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, 2017, public domain): 32 bits of state, enough to choose by. `seed` is a whole number. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The values in a random order. */
export function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const drawn = values.map((value) => ({ value, at: random() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ value }) => value);
}
