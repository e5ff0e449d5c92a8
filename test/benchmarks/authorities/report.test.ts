// The report over one small comparison, and the list of causes.
import { expect, it } from "vitest";
import { formOf, renderCauses } from "./causes.ts";
import type { JudgedRow, JudgedSite } from "./compare.ts";
import type { Judged } from "./figures.ts";
import { renderReport } from "./report.ts";
import { LOAD, STORE_GET, toyReading } from "./toy-reading.ts";

const site = (line: number, more: Partial<JudgedSite> = {}): JudgedSite => ({
  ...{ path: "use.ts", line, column: 2, name: "get", calls: true, imports: false, targets: [STORE_GET] },
  ...{ kind: "method", member: true, sameFile: false, found: "exact", foundCall: true, cause: "" as const },
  ...more,
});
const row = (line: number, more: Partial<JudgedRow> = {}): JudgedRow => ({
  ...{ path: "use.ts", line, role: "call", certainty: "exact", target: STORE_GET },
  ...{ verdict: "right" as const, instead: "" },
  ...more,
});
const judged: Judged = {
  authority: "typescript",
  repository: "shop",
  heldOut: false,
  sites: [
    site(1),
    site(2, { targets: [LOAD], kind: "function", member: false, found: "heuristic", foundCall: false }),
    site(3),
    site(4, { found: null, foundCall: false, cause: "not referenced" }),
  ],
  locals: [site(9, { found: null, cause: "no symbol" })],
  rows: [
    row(1),
    row(2, { certainty: "heuristic", verdict: "wrong", instead: "method other.ts:3" }),
    row(3, { role: "read", verdict: "related" }),
    row(4, { verdict: "unknown" }),
  ],
  asked: { whole: 2 },
};

it("says what is asked for, what is measured, and by which class", () => {
  const report = renderReport([judged, { ...judged, repository: "zoo", heldOut: true }], ["2026-11-22"]);
  const rows = report.split("\n").map((line) => line.replace(/ +/g, " "));
  expect(rows).toContain("- 2026-11-22");
  for (const name of ["typescript: shop", "typescript: zoo (held out)"]) {
    expect(rows).toContain(
      `| ${name} | references labelled exact: precision | ≥ .990 | 1.000 of 2, 1.000 to 1.000 | met |`,
    );
    expect(rows.find((line) => line.startsWith(`| ${name} | all references: precision`))).toContain(".667 of 3");
    expect(rows.find((line) => line.startsWith(`| ${name} | references: recall`))).toMatch(/\.750 of 4.*missed/);
    expect(rows.find((line) => line.startsWith(`| ${name} | calls: recall`))).toContain(".500 of 4");
  }
  expect(rows).toContain("| exact | .500 of 4 | .500 of 4 |");
  expect(rows).toContain("| member, other file | .667 of 3 | .667 of 3 |");
  expect(rows.find((line) => line.startsWith("- typescript: shop: answers 2 whole"))).toContain(
    "rows 1 related, 1 right, 1 unknown, 1 wrong; locals, not counted above: recall .000 of 1",
  );
});

it("lists what is missed and what is wrong by cause, with examples", () => {
  const causes = renderCauses([{ judged, reading: toyReading(), textOf: () => "  get(store)" }]);
  expect(causes).toContain("## missed sites: 1 (25.0 %) of 4");
  expect(causes).toContain("not referenced: x() → method, other file");
  expect(causes).toContain("  shop/use.ts:4 get → store.ts:2    get(store)");
  expect(causes).toContain("## wrong rows: 1 (25.0 %) of 4");
  expect(causes).toContain("wrong, heuristic call of a method; the authority: method");
});

it.each<[string, string]>([
  ["|load()", "x()"],
  ["this.|load()", "self.x()"],
  ["self.store.|load()", "a.b.x()"],
  ["store?.|load()", "a.x()"],
  ["open(a).|load()", "f().x()"],
  ["rows[0].|load()", "a[i].x()"],
  ["super().|load()", "super.x()"],
  ["    .|load()", ".x()"],
])("tells how a name stands: %s", (text, form) => {
  expect(formOf(text.replace("|", ""), text.indexOf("|"), { calls: true, imports: false })).toBe(form);
  expect(formOf(text, 0, { calls: false, imports: true })).toBe("import or export");
});
