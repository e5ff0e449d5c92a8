import { describe, expect, it } from "vitest";
import { fitDoubt, type Sample, saidOf, sumsLeavingOut, thresholdFor } from "./fit-doubt.ts";

const sample = (repo: string, hasAnswer: boolean, lack: number, more: Partial<Sample> = {}): Sample => ({
  arm: "words",
  set: "a.jsonl",
  repo,
  question: `${repo} ${lack}`,
  hasAnswer,
  isRule: false,
  judged: null,
  sum: 0,
  signals: [lack, 0, 0],
  ...more,
});

/** What lacks much has no answer, with one exception each way. */
const samples = ["one", "two", "three"].flatMap((repo) => [
  ...[0, 0.1, 0.2, 0.3].map((lack) => sample(repo, true, lack)),
  ...[0.7, 0.8, 0.9, 1].map((lack) => sample(repo, false, lack)),
]);

describe("fitDoubt", () => {
  it("gives what goes with no answer a positive weight, and none to what the arm does not weigh", () => {
    const [lack = 0, names, cosine, bias = 0] = fitDoubt("words", samples);
    expect(lack).toBeGreaterThan(2);
    expect([names, cosine]).toEqual([0, 0]);
    expect(bias).toBeLessThan(0);
    expect(lack * 0.5 + bias).toBeCloseTo(0, 0);
  });

  it("does not depend on how many questions without an answer a file has", () => {
    const more = Array.from({ length: 3 }, () => samples.filter(({ hasAnswer }) => !hasAnswer)).flat();
    const [one, many] = [fitDoubt("words", samples), fitDoubt("words", [...samples, ...more])];
    expect(many.map((weight) => weight.toFixed(2))).toEqual(one.map((weight) => weight.toFixed(2)));
  });
});

describe("a threshold", () => {
  it("keeps the share of those with an answer that are doubted, alarms of rules included", () => {
    const sums = sumsLeavingOut("words", samples);
    const answered = samples.filter(({ hasAnswer }) => hasAnswer);
    const threshold = thresholdFor("words", samples, sums, 0.1);
    expect(saidOf(answered, sums, threshold)).toBeLessThanOrEqual(1);
    expect(saidOf(samples, sums, thresholdFor("words", samples, sums, 0))).toBe(12);
    const alarm = [...samples, sample("one", true, 0, { isRule: true, judged: "none" })];
    const stricter = thresholdFor("words", alarm, sums, 0.1);
    expect(
      saidOf(
        alarm.filter(({ hasAnswer }) => hasAnswer),
        sums,
        stricter,
      ),
    ).toBe(1);
  });
});
