// The order that weights give to samples, against the program's own.
import { describe, expect, it } from "vitest";
import { answerOf, ndcgOf, PRESENT } from "./samples.ts";
import { toySample } from "./toy-samples.ts";

const shown = (...args: Parameters<typeof answerOf>) =>
  answerOf(...args).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);

describe("the answer of a sample", () => {
  it("is by score, ties by path; a file's second chunk pays for the first", () => {
    const sample = toySample({
      repo: "any",
      files: {
        "b.ts": [{ chunkWords: 1 }, {}, { chunkWords: 0.9 }],
        "c.ts": [{ chunkWords: 0.5 }],
        "a.ts": [{ chunkWords: 0.5 }],
      },
      targets: ["c.ts"],
    });
    // The second chunk of b.ts would stand above a.ts without the price of a repeat.
    expect(shown(sample, PRESENT.words)).toEqual(["b.ts:1-30", "a.ts:1-10", "c.ts:1-10"]);
    expect(ndcgOf(sample, PRESENT)).toBeCloseTo(0.5, 12);
  });

  it("joins chunks that touch, as an answer does", () => {
    const sample = toySample({
      repo: "any",
      files: { "a.ts": [{ chunkWords: 1 }, { chunkWords: 0.9 }], "b.ts": [{}] },
      targets: ["a.ts:15"],
    });
    expect(shown(sample, PRESENT.words)).toEqual(["a.ts:1-20", "b.ts:1-10"]);
    expect(ndcgOf(sample, PRESENT)).toBe(1);
  });

  it("is judged by the weights of the sample's column", () => {
    const files = { "named.ts": [{ definition: 1 }], "other.ts": [{ fileWords: 1.5 }] };
    const of = (column: "words" | "symbol") =>
      ndcgOf(toySample({ repo: "any", files, targets: ["named.ts"], column }), weighting);
    const weighting = { ...PRESENT, words: PRESENT.words.map(() => 1) };
    expect(of("symbol")).toBe(1);
    expect(of("words")).toBeCloseTo(1 / Math.log2(3), 12);
  });
});
