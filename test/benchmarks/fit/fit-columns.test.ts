// Columns are fitted apart, and what a repository is judged by has never seen it.
import { describe, expect, it } from "vitest";
import type { SignalName } from "../../../src/search/ranking/weights.ts";
import { fitColumns, withoutRepository } from "./fit-columns.ts";
import { foldsOf } from "./folds.ts";
import { type Column, PRESENT, SIGNALS } from "./samples.ts";
import { toySample } from "./toy-samples.ts";

const FILES = { "with.ts": [{ header: 1 }], "without.ts": [{}] };
const asked = (repo: string, right: keyof typeof FILES, column: Column = "words") =>
  Array.from({ length: 30 }, () => toySample({ repo, files: FILES, targets: [right], column }));
const weightOf = (weights: readonly number[], signal: SignalName): number => weights[SIGNALS.indexOf(signal)] ?? 0;

describe("fitColumns", () => {
  // Only "odd" holds that headers are the answer.
  const samples = [...asked("even", "without.ts"), ...asked("plain", "without.ts"), ...asked("odd", "with.ts")];
  const folds = foldsOf(["even", "plain", "odd"], null);
  const fitted = fitColumns(samples, folds, 0.01, () => undefined);

  it("judges a repository by weights that it has had no part in", () => {
    const others = fitColumns(
      samples.filter(({ repo }) => repo !== "odd"),
      folds,
      0.01,
      () => undefined,
    );
    expect(withoutRepository(fitted, "odd")).toEqual(others.inSample);
    expect(withoutRepository(fitted, "odd")).not.toEqual(fitted.inSample);
    const header = weightOf(fitted.inSample.words, "header");
    expect(weightOf(withoutRepository(fitted, "odd").words, "header")).toBeLessThan(header);
    expect(weightOf(withoutRepository(fitted, "even").words, "header")).toBeGreaterThan(header);
  });

  it("leaves a column without samples as it is", () => {
    expect(fitted.inSample.symbol).toEqual(PRESENT.symbol);
    expect(fitted.inSample.words).not.toEqual(PRESENT.words);
  });

  it("refuses to judge a repository that was in no fold", () => {
    expect(() => withoutRepository(fitted, "elsewhere")).toThrow("nothing was fitted without elsewhere");
  });
});
