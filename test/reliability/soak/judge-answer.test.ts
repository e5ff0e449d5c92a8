// The soak's judgement, on answers that are right and on each way of being wrong: a judge that cannot condemn proves nothing.
import { describe, expect, it } from "vitest";
import { differenceOf, isWhole, untruthOf, type WireAnswer, type WireHit } from "./judge-answer.ts";

const FILE = "import a from 'a';\nexport function one() {\n  return a;\n}\n";
const HIT: WireHit = {
  path: "one.ts",
  start_line: 2,
  end_line: 4,
  symbol: "one",
  source: ["export function one() {", "  return a;", "}", ""],
  context: { 1: "import a from…" },
};

const { source: _source, context: _context, ...PLACE } = HIT;

describe("a hit is true", () => {
  it.each<[string, WireHit, readonly (string | null)[]]>([
    ["of the file as it is", HIT, [FILE]],
    ["of the file as it was a moment ago", HIT, [null, FILE]],
    ["whatever its line ends", HIT, [FILE.replaceAll("\n", "\r\n")]],
    ["without source, where its lines exist", PLACE, [FILE]],
    ["with the lines of a part", { ...HIT, source_start_line: 3, source: ["  return a;"] }, [FILE]],
  ])("%s", (_name, hit, texts) => {
    expect(untruthOf(hit, texts)).toBeNull();
  });

  it.each<[string, WireHit, readonly (string | null)[]]>([
    ["where the file is gone", HIT, [null]],
    ["where a line differs", HIT, [FILE.replace("return a", "return b")]],
    ["where the lines have moved", HIT, [`\n${FILE}`]],
    ["where the context differs", HIT, [FILE.replace("from 'a'", "  from 'a'")]],
    ["where the file is shorter", { ...PLACE, end_line: 9 }, [FILE]],
    ["where two texts hold a half each", HIT, [FILE.replace("return a", "x"), FILE.replace("one", "two")]],
  ])("and is not %s", (_name, hit, texts) => {
    expect(untruthOf(hit, texts)).toContain("one.ts:2");
  });
});

const ANSWER: WireAnswer = {
  outcome: "found",
  hits: [HIT],
  details: {
    match_type: "hybrid",
    scores: [0.5, 0.4],
    index: { lagging_files: 0 },
    completeness: { files: 1, files_by_words: 1, chunks: 2, chunks_by_meaning: 2 },
  },
};

/** The answer with other details. */
const detailed = (changes: Partial<WireAnswer["details"]>): WireAnswer => ({
  ...ANSWER,
  details: { ...ANSWER.details, ...changes },
});
const covered = (changes: Partial<WireAnswer["details"]["completeness"]>): WireAnswer =>
  detailed({ completeness: { ...ANSWER.details.completeness, ...changes } });

describe("two answers", () => {
  it.each<[string, Partial<WireAnswer>]>([
    ["another generation", detailed({ index: { lagging_files: 0, generation: 7 } as WireAnswer["details"]["index"] })],
    ["another rounding of a score", detailed({ scores: [0.501, 0.4] })],
  ])("are the same with %s", (_name, changes) => {
    expect(differenceOf({ ...ANSWER, ...changes }, ANSWER)).toBeNull();
  });

  it.each<[string, Partial<WireAnswer>]>([
    ["other lines", { hits: [{ ...HIT, end_line: 5 }] }],
    ["another source", { hits: [{ ...HIT, source: ["x"] }] }],
    ["another order", { hits: [HIT, { ...HIT, path: "two.ts" }].reverse() }],
    ["another correction", { corrections: [{ written: "x", searched: ["y"] }] }],
  ])("are not with %s", (_name, changes) => {
    const other = { ...ANSWER, hits: [HIT, { ...HIT, path: "two.ts" }] };
    expect(differenceOf({ ...other, ...changes }, other)).toContain("is not");
  });

  it.each<[string, WireAnswer]>([
    ["another score", detailed({ scores: [0.52, 0.4] })],
    ["other coverage", covered({ chunks: 3 })],
  ])("are not with %s", (_name, other) => {
    expect(differenceOf(other, ANSWER)).toContain("is not");
  });
});

it("is whole where nothing lags, nothing lacks words and nothing lacks a vector", () => {
  expect(isWhole(ANSWER)).toBe(true);
  expect(isWhole(detailed({ index: { lagging_files: 1 } }))).toBe(false);
  expect(isWhole(covered({ files_by_words: 0 }))).toBe(false);
  expect(isWhole(covered({ chunks_by_meaning: 1 }))).toBe(false);
  expect(isWhole(covered({ chunks_by_meaning: 1 }), false)).toBe(true);
});
