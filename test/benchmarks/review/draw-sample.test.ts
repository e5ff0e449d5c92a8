// Which findings are drawn for a person to judge, and how their verdicts are counted.
import { describe, expect, it } from "vitest";
import type { Severity } from "../../../src/vocabulary/severity.ts";
import { seededRandom } from "../../support/random.ts";
import { type DrawnFinding, drawSample } from "./draw-sample.ts";
import { type Judged, precisionTable } from "./precision.ts";

const finding = (rule: string, severity: Severity, commit: string): DrawnFinding => ({
  repository: "shop",
  commit,
  subject: "Change",
  rule,
  severity,
  message: "",
  path: "a.ts",
  line: 1,
  symbol: null,
  evidence: [],
});

const many = (count: number, rule: string, severity: Severity, commit?: string): DrawnFinding[] =>
  Array.from({ length: count }, (_, at) => finding(rule, severity, commit ?? String(at)));

/** How many of each value. */
const counts = (values: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(values)].sort().map((value) => [value, values.filter((one) => one === value).length]));

const draw = (found: readonly DrawnFinding[], count: number) => drawSample(found, count, seededRandom(1));

describe("drawSample", () => {
  it("draws two thirds of those that request changes, and of each rule as many as of the others", () => {
    const found = [
      ...many(90, "secret", "high"),
      ...many(3, "lock-file", "medium"),
      ...many(50, "removed-export", "low"),
    ];
    const drawn = draw(found, 30);
    expect(counts(drawn.map(({ rule }) => rule))).toEqual({ "lock-file": 3, "removed-export": 10, secret: 17 });
  });

  it("fills up from the other severities where there are too few", () => {
    const drawn = draw([...many(4, "secret", "high"), ...many(50, "removed-export", "low")], 30);
    expect(counts(drawn.map(({ severity }) => severity))).toEqual({ high: 4, low: 26 });
    expect(draw([...many(50, "secret", "high"), ...many(2, "removed-export", "info")], 30)).toHaveLength(30);
    expect(draw(many(3, "secret", "high"), 30)).toHaveLength(3);
  });

  it("takes a second finding of a commit after one of each", () => {
    const drawn = draw([...many(20, "secret", "high", "large"), ...many(5, "secret", "high")], 6);
    expect(counts(drawn.map(({ commit }) => commit))).toMatchObject({ large: 1 });
  });

  it("draws the same by the same seed", () => {
    const found = many(50, "secret", "high");
    expect(drawSample(found, 10, seededRandom(3))).toEqual(drawSample(found, 10, seededRandom(3)));
    expect(drawSample(found, 10, seededRandom(3))).not.toEqual(drawSample(found, 10, seededRandom(4)));
  });
});

describe("precisionTable", () => {
  const judged = (rule: string, severity: Severity, right: boolean | null): Judged => ({
    ...finding(rule, severity, "1"),
    right,
    reason: "",
  });

  it("counts verdicts, and leaves out what was not judged", () => {
    const lines = precisionTable([
      judged("secret", "high", true),
      judged("secret", "medium", false),
      judged("lock-file", "info", true),
      judged("lock-file", "info", null),
    ]).split("\n");
    const cells = lines.map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    expect(cells.slice(2)).toEqual([
      ["medium and above", "1", "1", "0.50"],
      ["below medium", "1", "0", "1.00"],
      ["all", "2", "1", "0.67"],
      ["`lock-file`", "1", "0", "1.00"],
      ["`secret`", "1", "1", "0.50"],
    ]);
  });
});
