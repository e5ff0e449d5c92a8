import { expect, it } from "vitest";
import { mergedUses, usesByFile } from "../../../src/intelligence/changes/file-uses.ts";
import type { Certainty } from "../../../src/vocabulary/certainty.ts";

const use = (path: string, line: number, certainty: Certainty) => ({ path, line, certainty });

it.each([
  { both: ["constrained", "exact"], certainty: "exact", heuristic: 0 },
  { both: ["heuristic", "constrained"], certainty: "constrained", heuristic: 0 },
  { both: ["heuristic", "heuristic"], certainty: "heuristic", heuristic: 1 },
] as const)("of two uses on a line the more certain one counts: $both", ({ both, certainty, heuristic }) => {
  for (const [first, second] of [both, both.toReversed()] as const) {
    const uses = usesByFile([use("a.ts", 3, first as Certainty), use("a.ts", 3, second as Certainty)], new Set());
    expect(uses).toEqual([{ path: "a.ts", lines: [3], certainty, heuristic, isChanged: false }]);
  }
});

it("files of the change itself come last, each once, with all lines in order", () => {
  const changed = new Set(["a.ts"]);
  const first = usesByFile([use("a.ts", 9, "exact"), use("b.ts", 4, "heuristic")], changed);
  const second = usesByFile([use("b.ts", 2, "constrained"), use("b.ts", 4, "heuristic")], changed);
  expect(mergedUses([...first, ...second])).toEqual([
    { path: "b.ts", lines: [2, 4], certainty: "constrained", heuristic: 2, isChanged: false },
    { path: "a.ts", lines: [9], certainty: "exact", heuristic: 0, isChanged: true },
  ]);
});
