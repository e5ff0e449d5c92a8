// A paired bootstrap over repositories (Efron and Tibshirani, 1993): how sure a difference between two rankings is. Whole
// repositories are drawn, not queries, since the queries of one repository succeed and fail together. Pure, and its random
// numbers are seeded: the same scores always give the same interval.
import { seededRandom } from "../../support/random.ts";

export interface Interval {
  /** Mean difference over all queries. */
  readonly mean: number;
  /** The 2.5th and 97.5th percentile of the resampled means. */
  readonly low: number;
  readonly high: number;
}

const ROUNDS = 10_000;
const SEED = 0x9e3779b9;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** `groups` are the differences of the queries, one list a repository; none may be empty, and there must be one. */
export function pairedBootstrap(groups: readonly (readonly number[])[], rounds: number = ROUNDS): Interval {
  const totals = groups.map((group) => ({ sum: sum(group), queries: group.length }));
  const random = seededRandom(SEED);
  const means = Array.from({ length: rounds }, () => {
    let [drawn, queries] = [0, 0];
    for (let draw = 0; draw < totals.length; draw++) {
      const total = totals[Math.floor(random() * totals.length)];
      drawn += total?.sum ?? 0;
      queries += total?.queries ?? 0;
    }
    return drawn / queries;
  }).sort((a, b) => a - b);
  const percentile = (share: number): number => means[Math.floor(share * (rounds - 1))] ?? Number.NaN;
  return {
    mean: sum(groups.flat()) / sum(groups.map(({ length }) => length)),
    low: percentile(0.025),
    high: percentile(0.975),
  };
}
