// How much two lists have in common at their start and at their end.

/** Lengths of the longest common start, and of the longest common end of what is left. */
export function commonEnds<Item>(
  a: readonly Item[],
  b: readonly Item[],
): { readonly head: number; readonly tail: number } {
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && a.at(-1 - tail) === b.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
}
