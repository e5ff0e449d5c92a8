// Rows against what they are rows of: the same scores, the same NDCG as the judge's.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WEIGHTS } from "../../../src/search/ranking/weights.ts";
import { ndcg10, type Place } from "../../support/judged.ts";
import { propertyRuns } from "../../support/property-runs.ts";
import {
  allRows,
  bestRows,
  deviationsOf,
  FITTED,
  fittedOf,
  HELD,
  ndcgOfRows,
  scoreRows,
  withFitted,
} from "./matrix.ts";
import { PRESENT, type Sample, SIGNALS, scoreOf } from "./samples.ts";
import { toySample } from "./toy-samples.ts";

const value = fc.double({ min: 0, max: 1, noNaN: true });
const chunk = fc.record({ chunkWords: value, fileWords: value, beside: value, definition: value, namedLine: value });
const path = fc.constantFrom(..."abcdefghijklmnop".split("").map((name) => `${name}.ts`));
const target = fc.oneof(
  path,
  fc.tuple(path, fc.integer({ min: 1, max: 30 })).map(([file, line]) => `${file}:${line}`),
);
const sample = fc
  .record({
    repo: fc.constant("any"),
    files: fc.dictionary(path, fc.array(chunk, { minLength: 1, maxLength: 3 }), { minKeys: 1 }),
    targets: fc.uniqueArray(target, { minLength: 1, maxLength: 12 }),
  })
  .map(toySample);

/** Each file's first chunk by the rows' own scores, best first, so that what is equal there is equal here. */
function firstChunks({ files }: Sample, scores: Float64Array): Place[] {
  let row = 0;
  const first = files.map(({ path: file, chunks }) =>
    chunks
      .map(({ startLine, endLine, choice }) => {
        const score = scores[row++] ?? 0;
        return { path: file, startLine, endLine, score, standing: score + choice };
      })
      .reduce((a, b) => (b.standing > a.standing ? b : a)),
  );
  return first.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

describe("rows", () => {
  it("have the NDCG@10 that the judge gives to each file's first chunk", () => {
    fc.assert(
      fc.property(sample, (one) => {
        const rows = allRows(one);
        const scores = scoreRows(rows, fittedOf(PRESENT.words));
        expect(ndcgOfRows(rows, scores)).toBeCloseTo(ndcg10(firstChunks(one, scores), one.targets), 12);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it("score as the samples do, whatever the fitted weights", () => {
    const weights = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), {
      minLength: FITTED.length,
      maxLength: FITTED.length,
    });
    fc.assert(
      fc.property(sample, weights, (one, fitted) => {
        const scores = scoreRows(allRows(one), fitted);
        const all = withFitted(PRESENT.words, fitted);
        const expected = one.files.flatMap(({ chunks }) => chunks.map(({ values }) => scoreOf(values, all)));
        expect(scores.length).toBe(expected.length);
        for (const [row, score] of expected.entries()) {
          expect(scores[row]).toBeCloseTo(score, 9);
        }
      }),
    );
  });

  it("are one a file for the loss: its best chunk, which stands for all the file answers", () => {
    const one = toySample({
      repo: "any",
      files: { "far.ts": [{}], "near.ts": [{ chunkWords: 0.2 }, { chunkWords: 1 }], "side.ts": [{ chunkWords: 0.5 }] },
      targets: ["near.ts:5"],
    });
    const rows = bestRows(one, 2);
    const at = FITTED.indexOf(SIGNALS.indexOf("chunkWords"));
    expect([...rows.values].filter((_, place) => place % FITTED.length === at)).toEqual([1, 0.5]);
    expect(rows.covers).toEqual([[0], []]);
    expect(rows.ends).toEqual([1, 2]);
  });
});

describe("the signals that are fitted", () => {
  it("are all but those that are held, and leave the held ones' weights alone", () => {
    expect(FITTED.length + Object.keys(HELD).length).toBe(Object.keys(WEIGHTS).length);
    const moved = withFitted(
      PRESENT.words,
      FITTED.map(() => 99),
    );
    SIGNALS.forEach((signal, at) => void expect(moved[at]).toBe(signal in HELD ? WEIGHTS[signal].words : 99));
  });

  it("have the deviation of their values, and a floor for the rare ones", () => {
    const one = toySample({
      repo: "any",
      files: { "a.ts": [{ chunkWords: 0 }], "b.ts": [{ chunkWords: 3 }] },
      targets: ["a.ts"],
    });
    const deviations = deviationsOf([allRows(one)]);
    expect(deviations[FITTED.indexOf(SIGNALS.indexOf("chunkWords"))]).toBeCloseTo(1.5, 12);
    expect(deviations[FITTED.indexOf(SIGNALS.indexOf("header"))]).toBe(0.2);
  });
});
