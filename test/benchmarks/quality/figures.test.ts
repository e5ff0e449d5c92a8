// The figures of a set whose queries are each about one rule of the metric. fixtures/benchmarks/quality/scores.txt is what
// the outside scorer prints for the same two files; the report is a golden.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expectGolden } from "../../support/golden.ts";
import { type Arm, BUDGETS, type Reply } from "./arm.ts";
import { FIELDS, judge } from "./figures.ts";
import { readQueries } from "./judged-queries.ts";
import { renderReport } from "./report.ts";
import { readResults } from "./results-file.ts";

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/benchmarks/quality/${name}`, import.meta.url));
const set = readQueries(fixture("queries.jsonl"));
const results = readResults(fixture("results.jsonl"));

const armOf = (name: string, reply: (hits: Reply["hits"]) => Reply): Arm => ({
  name,
  replies: new Map([...results].map(([key, hits]) => [key, reply(hits)])),
});
const found = armOf("found", (hits) => ({ hits, carried: new Map(), milliseconds: null }));
/** Shows the first hit whole in 1,000 tokens and all in 4,000; names all from the start. */
const timed = armOf("timed", (hits) => ({
  hits: hits.toReversed(),
  carried: new Map(
    BUDGETS.map((budget) => [
      budget,
      { shown: hits.slice(0, budget < 1_000 ? 0 : budget < 4_000 ? 1 : hits.length), named: hits },
    ]),
  ),
  milliseconds: hits.length,
}));

describe("the figures of a set", () => {
  it("have the NDCG@10 of the outside scorer, overall and by every field", () => {
    const { arms, groups, count } = judge(set, [found], []);
    const line = (group: string, n: number, ndcg = Number.NaN) =>
      `${group.padEnd(28)} n ${String(n).padStart(4)}  NDCG@10 ${ndcg.toFixed(3)}`;
    const lines = arms.flatMap(({ ndcg10, by }) => [
      line("all", count, ndcg10),
      ...FIELDS.flatMap((field) =>
        Object.entries(groups[field]).map(([value, n]) => line(`${field} ${value}`, n, by[field][value])),
      ),
    ]);
    expect(`${lines.join("\n")}\n`).toBe(readFileSync(fixture("scores.txt"), "utf8"));
  });

  it("are rendered as tables, with the differences between arms and against an earlier run", () => {
    const earlier = { arm: "found", ranking: { name: "earlier", hitsOf: () => [] } };
    const figures = judge(set, [found, timed], [earlier]);
    expectGolden("benchmarks/quality/report.md", renderReport([figures], ["2 × some processor", "a note"]));
  });

  it("compare with no arm that was not measured", () => {
    const earlier = { arm: "with vectors", ranking: { name: "earlier", hitsOf: () => [] } };
    expect(judge(set, [found], [earlier]).against).toEqual([]);
  });
});
