// A fit finds what decides, and the scale of a signal does not matter.
import { describe, expect, it } from "vitest";
import { SIGNALS } from "../../../src/context/evidence.ts";
import { shareOf } from "../../../src/context/worth.ts";
import { fitWeights, type Sample } from "./fit-weights.ts";

const sample = (words: number, meaning: number, share: number): Sample => ({
  repo: "a",
  values: SIGNALS.map((signal) => (signal === "words" ? words : signal === "meaning" ? meaning : 0)),
  share,
  weight: 50,
});
// Words decide; meaning, on a larger scale, says nothing.
const samples = Array.from({ length: 40 }, (_, at) => sample(at % 2, 100 * ((at >> 1) % 2), at % 2 === 0 ? 0.1 : 0.8));

describe("fitWeights", () => {
  const weights = fitWeights(samples);

  it("weighs what decides, and nothing else", () => {
    expect(weights.of.words).toBeGreaterThan(1);
    expect(Math.abs(weights.of.meaning)).toBeLessThan(1e-3);
    expect(weights.of.test).toBe(0);
  });

  it("predicts the shares that it was given", () => {
    expect(shareOf(sample(1, 0, 0).values, weights)).toBeCloseTo(0.8, 1);
    expect(shareOf(sample(0, 0, 0).values, weights)).toBeCloseTo(0.1, 1);
  });
});
