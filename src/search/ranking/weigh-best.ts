// Finds the best of many items while weighing few of them: in the order of upper bounds of their scores, until no other item can be
// among the best.
//
// The threshold algorithm's stopping rule: Fagin, Lotem and Naor, "Optimal aggregation algorithms for middleware" (2003).

export interface Weighed {
  readonly score: number;
}

/** Sums of a dozen products in another order are off by less. */
const ROUNDING = 1e-6;

/** The lowest of the `most` highest scores so far; no bound while there are fewer. */
function openFloor(most: number) {
  const ascending: number[] = [];
  return {
    get value() {
      return ascending.length < most ? Number.NEGATIVE_INFINITY : (ascending[0] ?? Number.POSITIVE_INFINITY);
    },
    add(score: number): void {
      let at = ascending.length;
      while (at > 0 && (ascending[at - 1] ?? 0) > score) {
        at--;
      }
      ascending.splice(at, 0, score);
      if (ascending.length > most) {
        ascending.shift();
      }
    },
  };
}

/**
 * Weighs every item whose score is among the `most` highest, ties included, and some that are not; without order. No score
 * may be above its item's ceiling; a ceiling of Infinity has the item weighed whatever the others have.
 */
export function weighBest<Item, Result extends Weighed>(
  items: readonly Item[],
  most: number,
  ceilingOf: (item: Item) => number,
  weigh: (item: Item) => Result,
): Result[] {
  const floor = openFloor(most);
  const weighed: Result[] = [];
  const inOrder = items.map((item) => ({ item, ceiling: ceilingOf(item) })).sort((a, b) => b.ceiling - a.ceiling);
  for (const { item, ceiling } of inOrder) {
    if (ceiling + ROUNDING < floor.value) {
      break;
    }
    const result = weigh(item);
    weighed.push(result);
    floor.add(result.score);
  }
  return weighed;
}
