// A sample by seed: the same numbers give the same sample on every machine.

/** So many of the items, half of them types where there are as many, in the order drawn. */
export function drawn(items, seed, most) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const ordered = items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const types = ordered.filter(({ kind }) => kind === "type").slice(0, most / 2);
  return [...types, ...ordered.filter(({ kind }) => kind !== "type").slice(0, most - types.length)];
}
