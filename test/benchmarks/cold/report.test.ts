// What a run of `bench:cold` says of its answers.
import { describe, expect, it } from "vitest";
import { type AskedCold, figuresOf, type Load, renderReport } from "./report.ts";

const asked = (load: Load, first: number, ms: number, laterMs: readonly number[] = []): AskedCold => ({
  repo: "gin",
  query: `${load} ${first}`,
  load,
  first,
  whole: 0.8,
  ms,
  sinceStartMs: ms + 500,
  filesShare: 1,
  laterMs,
});

const ASKED = [asked("quiet", 1, 400, [100, 200]), asked("quiet", 0.5, 800, [300]), asked("two busy loops", 0.8, 2000)];

describe("the figures of first answers", () => {
  it("are means and quantiles by load", () => {
    expect(figuresOf(ASKED, "quiet")).toEqual({
      load: "quiet",
      questions: 2,
      first: 0.75,
      whole: 0.8,
      p50Ms: 800,
      p95Ms: 800,
      sinceStartP50Ms: 1300,
      sinceStartP95Ms: 1300,
      filesShare: 1,
      later: { questions: 3, p50Ms: 200, p95Ms: 300 },
    });
  });

  it("are a row for each load, with what the first answer loses, and one for each repository", () => {
    const report = renderReport(ASKED);
    expect(report).toMatch(/^\| quiet +\| 2 +\| \.750 +\| \.800 +\| −\.050 +\| 0\.80 \/ 0\.80 /m);
    expect(report).toMatch(/^\| two busy loops \| 1 +\| \.800 +\| \.800 +\| \+\.000 .*\| – +\|$/m);
    expect(report).toMatch(/^\| gin +\| \.750 /m);
    expect(renderReport(ASKED.slice(0, 2))).not.toContain("busy");
  });
});
