import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largest } from "../../../src/search/ranking/by-words.ts";
import { propertyRuns } from "../../support/property-runs.ts";

describe("the largest of many numbers", () => {
  it("are those that sorting all of them puts first, ties in an order of their own", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        (values, most) => {
          const sorted = [...values.keys()].sort((a, b) => {
            const [one = 0, other = 0] = [values[a], values[b]];
            return one === other ? b - a : other > one ? 1 : -1;
          });
          // Infinite values are no scores: their difference is no number.
          fc.pre(values.every(Number.isFinite));
          expect(
            largest(
              values.length,
              most,
              (place) => values[place] ?? 0,
              (a, b) => b - a,
            ),
          ).toEqual(sorted.slice(0, most));
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
