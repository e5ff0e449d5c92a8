/** How many of ascending numbers are less than the limit. */
export function countBelow(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? limit) < limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
