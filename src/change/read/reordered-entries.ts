// Which entries of a list are in another order than before: all but the longest run that kept its order.

/** `places`: for each entry, in the new order, its old place; all different. Returns indexes into it, ascending. */
export function reordered(places: readonly number[]): number[] {
  // Patience sorting (Fredman 1975): the last entry of the best run of each length, and what each entry follows in its run.
  const lasts: number[] = [];
  const follows: number[] = [];
  for (const [at, place] of places.entries()) {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[lasts[middle] ?? 0] ?? 0) < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    follows.push(lasts[low - 1] ?? -1);
    lasts[low] = at;
  }
  const kept = new Set<number>();
  for (let at = lasts.at(-1) ?? -1; at >= 0; at = follows[at] ?? -1) {
    kept.add(at);
  }
  return places.flatMap((_, at) => (kept.has(at) ? [] : [at]));
}
