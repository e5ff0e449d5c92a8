// The bootstrap's interval where it is known beforehand, and what holds of it for any scores.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedBootstrap } from "./bootstrap.ts";

describe("a paired bootstrap over repositories", () => {
  it.each<[string, number[][], { mean: number; low: number; high: number }]>([
    ["one repository says nothing of others", [[0.1, 0.3]], { mean: 0.2, low: 0.2, high: 0.2 }],
    ["the same gain everywhere is sure", [[0.5], [0.5, 0.5], [0.5]], { mean: 0.5, low: 0.5, high: 0.5 }],
    ["two that disagree leave everything open", [[1], [-1]], { mean: 0, low: -1, high: 1 }],
    ["a repository weighs as many queries as it has", [[1, 1, 1], [-1]], { mean: 0.5, low: -1, high: 1 }],
  ])("%s", (_, groups, { mean, low, high }) => {
    const interval = pairedBootstrap(groups);
    expect(interval.mean).toBeCloseTo(mean, 12);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it("is as wide as theory says: 1.96 standard errors each way for many repositories", () => {
    const values = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 0.1 : -0.1));
    const { low, high } = pairedBootstrap(values.map((value) => [value]));
    expect(high).toBeCloseTo((1.96 * 0.1) / 10, 2);
    expect(low).toBeCloseTo((-1.96 * 0.1) / 10, 2);
  });

  const score = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
  const groups = fc.array(fc.array(score, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

  it("lies within the repositories' means, is the same each time, and turns with the sign", () => {
    fc.assert(
      fc.property(groups, (scores) => {
        const interval = pairedBootstrap(scores, 200);
        const means = scores.map((group) => group.reduce((sum, value) => sum + value, 0) / group.length);
        expect(interval.low).toBeLessThanOrEqual(interval.high);
        expect(interval.low).toBeGreaterThanOrEqual(Math.min(...means) - 1e-9);
        expect(interval.high).toBeLessThanOrEqual(Math.max(...means) + 1e-9);
        expect(pairedBootstrap(scores, 200)).toEqual(interval);
        const turned = pairedBootstrap(
          scores.map((group) => group.map((value) => -value)),
          200,
        );
        expect(turned.mean).toBeCloseTo(-interval.mean, 9);
      }),
      { numRuns: 50 },
    );
  });
});
