// Which queries are drawn, what a second judge's grades make of a list, and how far two judges agree.
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { seededRandom } from "../../support/random.ts";
import type { JudgedQuery } from "../quality/judged-queries.ts";
import type { Hit } from "../together/ask.ts";
import {
  agreementOf,
  byReader,
  foreignByGrade,
  forgiving,
  type GradedHit,
  type JudgedAnswer,
  pairsOf,
  pooled,
  strict,
} from "./figures.ts";
import { type Grade, gradeOf, readJudgements } from "./judgements.ts";
import { parseOptions } from "./options.ts";
import { drawQueries, poolOf } from "./sample.ts";

const OWN = 0;
const OTHER = 1;

const hit = (of: number, path: string, startLine = 1): Hit => ({
  of,
  path,
  startLine,
  endLine: startLine + 9,
  score: 1,
});
const graded = (of: number, path: string, grade: Grade | null, startLine = 1): GradedHit => ({
  ...hit(of, path, startLine),
  grade,
});

const second = 1 / Math.log2(3);
const third = 1 / Math.log2(4);

/** The benchmark's target is own.ts; alone it comes first. */
const answerOf = (together: readonly GradedHit[], deep: readonly GradedHit[] = together): JudgedAnswer => ({
  of: OWN,
  targets: [{ path: "own.ts" }],
  alone: [graded(OWN, "own.ts", 2)],
  together,
  deep,
});

describe("the draw", () => {
  const queries = ["a", "a", "a", "a", "a", "a", "b", "b", "c"].map(
    (repo, at): JudgedQuery => ({ repo, query: `query ${at}`, category: "none", language: "none", targets: [] }),
  );
  const set = { name: "some.jsonl", queries };
  const all = new Set(["a", "b", "c"]);

  test("has of each repository as many queries as its share, in the order of the file", () => {
    const drawn = drawQueries(set, 6, 1, all);
    const ofA = drawn.filter(({ query }) => query.repo === "a").length;
    expect(drawn).toHaveLength(6);
    expect(ofA).toBeGreaterThanOrEqual(3);
    expect(ofA).toBeLessThanOrEqual(5);
    expect(drawn.map(({ id }) => id)).toEqual(
      drawn.map(({ query }) => `some.jsonl:${queries.indexOf(query) + 1}`).sort(),
    );
  });

  test("is the same for the same seed and another for another", () => {
    const ids = (seed: number): string[] => drawQueries(set, 4, seed, all).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => ids(seed).join(" "))).size).toBeGreaterThan(1);
  });

  test("of some repositories is part of the draw of all, under the same ids", () => {
    const ofA = drawQueries(set, 6, 1, all).filter(({ query }) => query.repo === "a");
    expect(drawQueries(set, 6, 1, new Set(["a"]))).toEqual(ofA);
  });

  test("has each hit of both lists once", () => {
    const pool = poolOf(
      [
        [hit(OWN, "a"), hit(OWN, "b")],
        [hit(OTHER, "a"), hit(OWN, "a"), hit(OWN, "a", 20)],
      ],
      seededRandom(1),
    );
    expect(pool.map(({ of, path, startLine }) => `${of} ${path} ${startLine}`).sort()).toEqual([
      "0 a 1",
      "0 a 20",
      "0 b 1",
      "1 a 1",
    ]);
  });
});

describe("a hit of another repository above the target", () => {
  const above = (grade: Grade): JudgedAnswer => answerOf([graded(OTHER, "x.ts", grade), graded(OWN, "own.ts", 2)]);

  test.each([
    { grade: 2, left: 1, counted: 1, reader: 1 },
    { grade: 1, left: second, counted: second, reader: second },
    { grade: 0, left: second, counted: second, reader: second },
  ] as const)("of grade $grade", ({ grade, left, counted, reader }) => {
    const answer = above(grade);
    expect(strict(answer, answer.together)).toBeCloseTo(second);
    expect(forgiving(answer)).toBeCloseTo(left);
    expect(pooled(answer)).toBeCloseTo(counted);
    expect(byReader(answer)?.together).toBeCloseTo(reader);
    expect([...foreignByGrade(answer)]).toEqual([[grade, 1]]);
  });

  test("counts its file once", () => {
    const twice = [graded(OTHER, "x.ts", 2), graded(OTHER, "x.ts", 2, 20), graded(OWN, "own.ts", 2)];
    expect(pooled(answerOf(twice))).toBeCloseTo((1 + third) / (1 + second));
  });

  test("makes room for what the longer list has", () => {
    const first = Array.from({ length: 10 }, (_, at) => graded(OTHER, `${at}.ts`, at === 0 ? 2 : 0));
    const answer = answerOf(first, [...first, graded(OWN, "own.ts", null)]);
    expect(strict(answer, answer.together)).toBe(0);
    expect(forgiving(answer)).toBeCloseTo(1 / Math.log2(11));
  });
});

test("a query none of whose own files answers, to the reader, has no figure of the reader's", () => {
  expect(byReader({ ...answerOf([graded(OTHER, "x.ts", 2)]), alone: [graded(OWN, "own.ts", 1)] })).toBeNull();
});

describe("agreement", () => {
  test("beyond chance, by hand: 20 both, 5 and 10 one of them, 15 neither (Cohen's example)", () => {
    const times = (count: number, pair: [boolean, boolean]) => Array.from({ length: count }, () => pair);
    const pairs = [
      ...times(20, [true, true]),
      ...times(5, [true, false]),
      ...times(10, [false, true]),
      ...times(15, [false, false]),
    ];
    const { hits, agreed, kappa } = agreementOf(pairs);
    expect({ hits, agreed }).toEqual({ hits: 50, agreed: 0.7 });
    expect(kappa).toBeCloseTo(0.4);
  });

  test("is about the judged hits of the query's own repository, each once", () => {
    const together = [
      graded(OWN, "own.ts", 2),
      graded(OWN, "else.ts", 2),
      graded(OWN, "new.ts", null),
      graded(OTHER, "x.ts", 2),
    ];
    expect(pairsOf(answerOf(together))).toEqual([
      [true, true],
      [true, false],
    ]);
  });
});

describe("the file of judgements", () => {
  const judgements = readJudgements(packagePath("docs/records/benchmarks/2026-11-27-pooled-judgements.json"));

  test("has a grade for a hit, by query and place", () => {
    const [query = "", places = {}] = Object.entries(judgements.judgements)[0] ?? [];
    const [place = "", grade] = Object.entries(places)[0] ?? [];
    const [, repository = "", path = "", start, end] = /^([^:]+):(.+):(\d+)-(\d+)$/.exec(place) ?? [];
    const of = { ...hit(OWN, path), startLine: Number(start), endLine: Number(end) };
    expect(gradeOf(judgements, query, repository, of)).toBe(grade);
    expect(gradeOf(judgements, query, "no such repository", of)).toBeNull();
  });

  test("that is none is refused with its name", () => {
    expect(() => readJudgements(packagePath("package.json"))).toThrow(/package\.json has no judgements/);
  });
});

describe("the command line", () => {
  const GIVEN = ["--queries", "q.jsonl", "--repositories", "/r"];

  test.each([
    { args: [], expected: { draw: null, count: 60, seed: 16, page: null } },
    {
      args: ["--draw", "pool.jsonl", "--count", "5", "--seed", "3"],
      expected: { draw: resolve("/w/pool.jsonl"), count: 5, seed: 3 },
    },
    { args: ["--judgements", "mine.json"], expected: { judgements: resolve("/w/mine.json") } },
  ])("$args", ({ args, expected }) => {
    expect(parseOptions([...GIVEN, ...args], "/w")).toMatchObject(expected);
  });

  test.each([[["--count", "many"]], [["--count", "0"]], [["--page"]]])("%j is refused", (args) => {
    expect(() => parseOptions([...GIVEN, ...args], "/w")).toThrow();
  });

  test("help", () => {
    expect(parseOptions(["--help"], "/w")).toBeNull();
  });
});
