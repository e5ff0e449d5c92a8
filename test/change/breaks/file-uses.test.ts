import { expect, it } from "vitest";
import { mergedUses, usesByFile } from "../../../src/change/breaks/file-uses.ts";
import type { Certainty } from "../../../src/vocabulary/facts.ts";

const use = (path: string, line: number, certainty: Certainty) => ({ path, line, certainty });

it.each([
  { both: ["constrained", "exact"], certainty: "exact", byName: [] },
  { both: ["heuristic", "constrained"], certainty: "constrained", byName: [] },
  { both: ["heuristic", "heuristic"], certainty: "heuristic", byName: [3] },
] as const)("of two uses on a line the more certain one counts: $both", ({ both, certainty, byName }) => {
  for (const [first, second] of [both, both.toReversed()] as const) {
    const uses = usesByFile([use("a.ts", 3, first as Certainty), use("a.ts", 3, second as Certainty)], new Set());
    expect(uses).toEqual([{ path: "a.ts", lines: [3], certainty, byName, isChanged: false }]);
  }
});

it("files of the change itself come last, each once, with all lines in order", () => {
  const changed = new Set(["a.ts"]);
  const first = usesByFile([use("a.ts", 9, "exact"), use("b.ts", 4, "heuristic")], changed);
  const second = usesByFile([use("b.ts", 2, "constrained"), use("b.ts", 4, "heuristic")], changed);
  const third = usesByFile([use("a.ts", 1, "heuristic"), use("a.ts", 9, "heuristic")], changed);
  expect(mergedUses([...first, ...second, ...third])).toEqual([
    { path: "b.ts", lines: [2, 4], certainty: "constrained", byName: [4], isChanged: false },
    { path: "a.ts", lines: [1, 9], certainty: "exact", byName: [1], isChanged: true },
  ]);
});
