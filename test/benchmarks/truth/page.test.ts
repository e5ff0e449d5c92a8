// docs/records/truth.md and docs/records/truth-measured.md are what the results in docs/records/truth/ say: nobody edits their tables by hand.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { JUDGES } from "./judges.ts";
import {
  OVERVIEW_PAGE,
  type Results,
  readResults,
  renderOverview,
  renderTables,
  TABLES_PAGE,
  withEarlier,
} from "./results.ts";

test.each([
  { name: "the overview", file: OVERVIEW_PAGE, render: renderOverview },
  { name: "the page of tables", file: TABLES_PAGE, render: renderTables },
])("$name shows the results of each judge", ({ file, render }) => {
  const page = readFileSync(file, "utf8");
  const all = JUDGES.map((judge) => ({ judge, results: readResults(judge) }));
  expect(page).toBe(render(page, all));
});

test("checkouts that a run did not compare keep their results, with the time of these", () => {
  const [judge] = JUDGES.filter(({ checkouts }) => checkouts.length > 2);
  const [first, second, third] = judge?.checkouts.map(({ name }) => name) ?? [];
  const resultsOf = (program: string, ...names: readonly (string | undefined)[]): Results => ({
    measured: `at ${program}`,
    machine: "one",
    program,
    seed: 1,
    versions: [],
    checkouts: names.map((name) => ({ identity: name ?? "", name: name ?? "", heldOut: false, findings: [] })),
  });
  if (judge === undefined) {
    throw new Error("no judge has three checkouts");
  }
  const once = withEarlier(judge, resultsOf("b", second), resultsOf("a", first, second, third));
  const twice = withEarlier(judge, resultsOf("c", third), once);
  const told = twice.checkouts.map(({ name, earlier }) => [name, earlier?.program]);
  expect(told).toEqual([
    [first, "a"],
    [second, "b"],
    [third, undefined],
  ]);
});

test("a held-out checkout has figures and no causes", () => {
  for (const judge of JUDGES) {
    for (const { heldOut, findings } of readResults(judge)?.checkouts ?? []) {
      expect(heldOut ? findings.flatMap(({ causes }) => causes) : []).toEqual([]);
    }
  }
});
