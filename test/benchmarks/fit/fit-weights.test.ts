// The fitting on toy problems whose best weights a person can tell.
import { describe, expect, it } from "vitest";
import type { SignalName } from "../../../src/search/ranking/weights.ts";
import { ascend, type Fittable, fitWeights, lossAt } from "./fit-weights.ts";
import { allRows, bestRows, deviationsOf, FITTED, ndcgOfRows, scoreRows } from "./matrix.ts";
import { minimise } from "./minimise.ts";
import { SIGNALS } from "./samples.ts";
import { type ToyQuestion, toySample } from "./toy-samples.ts";

const place = (signal: SignalName): number => FITTED.indexOf(SIGNALS.indexOf(signal));
const weight = (weights: readonly number[], signal: SignalName): number => weights[place(signal)] ?? Number.NaN;
const fittable = (question: ToyQuestion): Fittable => {
  const sample = toySample(question);
  return { repo: sample.repo, best: bestRows(sample, 80), all: allRows(sample) };
};
const nothing = FITTED.map(() => 0);

/** `right` times the file with chunkWords is the answer, of `all`. */
const votes = (right: number, all: number): Fittable[] =>
  Array.from({ length: all }, (_, at) =>
    fittable({
      repo: `r${at}`,
      files: { "with.ts": [{ chunkWords: 1 }], "without.ts": [{}] },
      targets: [at < right ? "with.ts" : "without.ts"],
    }),
  );

describe("the loss", () => {
  it("is least where the probability of an answer is its share: three of four is a weight of ln 3", () => {
    const questions = votes(3, 4).map(({ best }) => best);
    const at = (weights: readonly number[]) =>
      lossAt(questions, weights, deviationsOf(questions), { prior: nothing, pull: 0 });
    const found = minimise(at, nothing);
    expect(weight(found, "chunkWords")).toBeCloseTo(Math.log(3), 5);
    expect(at(found).value).toBeCloseTo(-3 * Math.log(0.75) - Math.log(0.25), 9);
  });

  it("keeps the prior where it is pulled to it more than the questions say", () => {
    const questions = votes(3, 4).map(({ best }) => best);
    const prior = FITTED.map(() => 2);
    const deviations = deviationsOf(questions);
    const found = minimise((weights) => lossAt(questions, weights, deviations, { prior, pull: 1e6 }), prior);
    found.forEach((one) => void expect(one).toBeCloseTo(2, 4));
  });

  it("has the gradient that differences of its values show", () => {
    const questions = [
      fittable({
        repo: "a",
        files: { "a.ts": [{ chunkWords: 0.3, beside: 1 }], "b.ts": [{ fileWords: 0.7 }], "c.ts": [{ spread: 0.2 }] },
        targets: ["a.ts", "c.ts"],
      }).best,
    ];
    const options = { prior: FITTED.map((_, at) => at / 10), pull: 0.5 };
    const deviations = FITTED.map((_, at) => 0.2 + at / 20);
    const weights = FITTED.map((_, at) => Math.sin(at));
    const { gradient } = lossAt(questions, weights, deviations, options);
    const step = 1e-6;
    for (const [at, slope] of gradient.entries()) {
      const moved = (by: number) => weights.map((one, signal) => (signal === at ? one + by : one));
      const [above, below] = [step, -step].map((by) => lossAt(questions, moved(by), deviations, options).value);
      expect(slope).toBeCloseTo(((above ?? 0) - (below ?? 0)) / (2 * step), 5);
    }
  });
});

describe("the ascent", () => {
  it("takes a step that NDCG gains by, and none that it does not", () => {
    const question = fittable({
      repo: "a",
      files: { "right.ts": [{ chunkWords: 1 }], "a-wrong.ts": [{ beside: 1 }] },
      targets: ["right.ts"],
    });
    const weights = ascend(
      [question.all],
      nothing,
      FITTED.map(() => 1),
      nothing,
    );
    expect(ndcgOfRows(question.all, scoreRows(question.all, weights))).toBe(1);
    // The first that helps is enough: nothing more is gained by the others.
    expect(weights.filter((one) => one !== 0)).toHaveLength(1);
    expect(weight(weights, "chunkWords")).toBeGreaterThan(0);
  });
});

describe("fitWeights", () => {
  it("finds what tells right from wrong, rounded as it would be written down, the same every time", () => {
    const questions = [...votes(8, 8), ...votes(4, 4)];
    const fit = () => fitWeights(questions, { prior: nothing, pull: 0.1 });
    const weights = fit();
    expect(weight(weights, "chunkWords")).toBeGreaterThan(1);
    expect(weight(weights, "beside")).toBe(0);
    expect(weights.every((one) => Math.abs(one * 100 - Math.round(one * 100)) < 1e-9)).toBe(true);
    expect(fit()).toEqual(weights);
  });

  it("never turns a signal that speaks for a file against it", () => {
    const prior = FITTED.map((_, at) => (at === place("chunkWords") ? 0.5 : 0));
    expect(weight(fitWeights(votes(0, 8), { prior, pull: 0.1 }), "chunkWords")).toBe(0);
    expect(weight(fitWeights(votes(0, 8), { prior: nothing, pull: 0.1 }), "chunkWords")).toBeLessThan(0);
  });

  it("says nothing new without questions", () => {
    const prior = FITTED.map((_, at) => at);
    expect(fitWeights([], { prior, pull: 8 })).toEqual(prior);
  });
});
