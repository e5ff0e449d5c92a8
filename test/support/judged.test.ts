// The figures of judged.ts, each worked out by hand: log2 of 2, 3 and 4 give the discounts 1, .631 and .5.
import { describe, expect, it } from "vitest";
import { covers, figuresOf, ndcg10, type Place, rankOf, recallAt, reciprocalRank, type Target } from "./judged.ts";

const place = (path: string, startLine = 1, endLine = 10): Place => ({ path, startLine, endLine });
const filler = (count: number): Place[] => Array.from({ length: count }, (_, at) => place(`other${at}.ts`));

describe("a hit covers a target", () => {
  it.each<[string, Place, Target, boolean]>([
    ["of the same path", place("src/a.ts"), { path: "src/a.ts" }, true],
    ["whose path goes further up", place("a.ts"), { path: "src/a.ts" }, true],
    ["whose path begins further down", place("src/a.ts"), { path: "a.ts" }, true],
    ["but not of a name that only ends alike", place("src/ba.ts"), { path: "a.ts" }, false],
    ["whose last line is its first", place("a.ts", 1, 10), { path: "a.ts", lines: { start: 10, end: 12 } }, true],
    ["whose first line is its last", place("a.ts", 12, 20), { path: "a.ts", lines: { start: 10, end: 12 } }, true],
    ["but not before it", place("a.ts", 1, 9), { path: "a.ts", lines: { start: 10, end: 12 } }, false],
    ["but not behind it", place("a.ts", 13, 20), { path: "a.ts", lines: { start: 10, end: 12 } }, false],
  ])("%s", (_, hit, target, expected) => {
    expect(covers(hit, target)).toBe(expected);
  });
});

describe("the figures of one query", () => {
  const [a, b] = [{ path: "a.ts" }, { path: "b.ts" }];
  const upper: Target = { path: "a.ts", lines: { start: 1, end: 2 } };
  const lower: Target = { path: "a.ts", lines: { start: 8, end: 9 } };

  it.each<[string, Place[], Target[], { ndcg: number; recall1: number; recall5: number; mrr: number }]>([
    ["found at once", [place("a.ts")], [a], { ndcg: 1, recall1: 1, recall5: 1, mrr: 1 }],
    ["found second", [...filler(1), place("a.ts")], [a], { ndcg: 0.6309, recall1: 0, recall5: 1, mrr: 0.5 }],
    ["found tenth", [...filler(9), place("a.ts")], [a], { ndcg: 0.2891, recall1: 0, recall5: 0, mrr: 0.1 }],
    ["found too late", [...filler(10), place("a.ts")], [a], { ndcg: 0, recall1: 0, recall5: 0, mrr: 0 }],
    ["without hits", [], [a], { ndcg: 0, recall1: 0, recall5: 0, mrr: 0 }],
    [
      "both found, in either order",
      [place("b.ts"), place("a.ts")],
      [a, b],
      { ndcg: 1, recall1: 0.5, recall5: 1, mrr: 1 },
    ],
    ["one of two found", [place("a.ts")], [a, b], { ndcg: 0.6131, recall1: 0.5, recall5: 0.5, mrr: 1 }],
    ["two in one hit count once", [place("a.ts")], [upper, lower], { ndcg: 0.6131, recall1: 1, recall5: 1, mrr: 1 }],
    [
      "two places of one file",
      [place("a.ts", 1, 4), place("a.ts", 5, 9)],
      [lower, upper],
      { ndcg: 1, recall1: 0.5, recall5: 1, mrr: 1 },
    ],
    [
      "a file shown twice counts once",
      [place("a.ts", 1, 4), place("a.ts", 5, 9)],
      [a],
      { ndcg: 1, recall1: 1, recall5: 1, mrr: 1 },
    ],
  ])("%s", (_, hits, targets, { ndcg, recall1, recall5, mrr }) => {
    expect(ndcg10(hits, targets)).toBeCloseTo(ndcg, 4);
    expect(recallAt(hits, targets, 1)).toBe(recall1);
    expect(recallAt(hits, targets, 5)).toBe(recall5);
    expect(reciprocalRank(hits, targets)).toBeCloseTo(mrr, 10);
  });

  it("take the first hit of a file for its rank", () => {
    expect(rankOf([place("b.ts"), place("a.ts", 1, 4), place("a.ts", 5, 9)], a)).toBe(2);
  });
});

it("the figures of several queries are means over them", () => {
  const targets = [{ path: "a.ts" }];
  const answers = [
    { hits: [place("a.ts")], targets },
    { hits: filler(3), targets },
  ];
  expect(figuresOf(answers)).toEqual({ queries: 2, ndcg10: 0.5, recall1: 0.5, recall5: 0.5, recall10: 0.5, mrr: 0.5 });
});
