// docs/truth.md is what the results in docs/truth/ say: nobody edits its tables by hand.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { JUDGES } from "./judges.ts";
import { PAGE, readResults, renderPage } from "./results.ts";

test("the page shows the results of each judge", () => {
  const page = readFileSync(PAGE, "utf8");
  expect(page).toBe(
    renderPage(
      page,
      JUDGES.map((judge) => ({ judge, results: readResults(judge) })),
    ),
  );
});

test("a held-out checkout has figures and no causes", () => {
  for (const judge of JUDGES) {
    for (const { heldOut, findings } of readResults(judge)?.checkouts ?? []) {
      expect(heldOut ? findings.flatMap(({ causes }) => causes) : []).toEqual([]);
    }
  }
});
