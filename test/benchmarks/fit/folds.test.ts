// Who is left out of what.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitLeavingOut, foldsOf } from "./folds.ts";

describe("foldsOf", () => {
  it("leaves out one by one unless a number is given, whatever the order and however often a name comes", () => {
    expect(foldsOf(["b", "a", "b", "c"], null)).toEqual([["a"], ["b"], ["c"]]);
    expect(foldsOf(["e", "d", "c", "b", "a"], 2)).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
    expect(foldsOf(["b", "a"], 7)).toEqual([["a"], ["b"]]);
  });
});

describe("fitLeavingOut", () => {
  it("fits for every repository, to all samples but those of its fold", () => {
    const names = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(names, fc.option(fc.integer({ min: 2, max: 6 })), (repos, count) => {
        const samples = repos.map((repo, id) => ({ repo, id }));
        const folds = foldsOf(repos, count);
        const trained = fitLeavingOut(samples, folds, (training) => training);
        expect([...trained.keys()].sort()).toEqual([...new Set(repos)].sort());
        for (const fold of folds) {
          for (const repo of fold) {
            expect(trained.get(repo)).toEqual(samples.filter((sample) => !fold.includes(sample.repo)));
          }
        }
      }),
    );
  });
});
