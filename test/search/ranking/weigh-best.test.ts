// Whatever the ceilings: what is cut off is what a full weighing would cut off.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weighBest } from "../../../src/search/ranking/weigh-best.ts";

interface Item {
  readonly id: number;
  readonly score: number;
  readonly ceiling: number;
}

/** Few different scores: ties are what goes wrong first. */
const items = fc
  .array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 60 })
  .map((rows) =>
    rows.map(([score, slack, always], id): Item => {
      const ceiling = always && slack === 3 ? Number.POSITIVE_INFINITY : score + slack;
      return { id, score, ceiling };
    }),
  );

const best = (weighed: readonly Item[], most: number): Item[] =>
  [...weighed].sort((a, b) => b.score - a.score || a.id - b.id).slice(0, most);

describe("weighing the best", () => {
  it("finds the same best as weighing all, and weighs what has no ceiling", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 20 }), (all, most) => {
        const weighed = weighBest(
          all,
          most,
          ({ ceiling }) => ceiling,
          (item) => item,
        );
        expect(best(weighed, most)).toEqual(best(all, most));
        for (const item of all.filter(({ ceiling }) => ceiling === Number.POSITIVE_INFINITY)) {
          expect(weighed).toContain(item);
        }
      }),
    );
  });

  it("weighs none whose ceiling is below the best", () => {
    const all = Array.from({ length: 100 }, (_, id): Item => ({ id, score: -id, ceiling: -id + 2.5 }));
    const weighed = weighBest(
      all,
      10,
      ({ ceiling }) => ceiling,
      (item) => item,
    );
    // The tenth has -9: the ceiling of those from the 12th on is below it.
    expect(weighed.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});
