// A run put together with an earlier one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Figure } from "./figure.ts";
import { type Results, readResults, together } from "./results.ts";

const folder = mkdtempSync(join(tmpdir(), "bench-results-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const figure = (on: string, name: string, value: number): Figure => ({
  name,
  on,
  unit: "ms",
  values: [value],
  target: null,
});
const results = (about: string, figures: readonly Figure[], more: Partial<Results> = {}): Results => ({
  about: [about],
  figures,
  plain: {},
  failed: [],
  ...more,
});

describe("two runs", () => {
  it("are one: what was measured again counts, what was not is kept, and the head says from when", () => {
    const earlier = results("Monday", [figure("60k", "cache hit", 9), figure("60k", "warm query p50", 8)], {
      plain: { "60k": { "cache hit": 1 } },
      failed: ["60k, edits: gone"],
    });
    expect(together(results("Tuesday", [figure("60k", "cache hit", 2)]), earlier)).toEqual({
      about: ["Tuesday", "before: Monday"],
      figures: [figure("60k", "warm query p50", 8), figure("60k", "cache hit", 2)],
      plain: { "60k": { "cache hit": 1 } },
      failed: ["60k, edits: gone"],
    });
  });

  it("are the later one alone where it measured everything again", () => {
    const now = results("Tuesday", [figure("60k", "cache hit", 2)]);
    expect(together(now, results("Monday", [figure("60k", "cache hit", 9)]))).toEqual(now);
  });

  it("are read from files that a run wrote, and from no others", () => {
    const [file, torn, foreign] = ["a.json", "b.json", "c.json"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const written = results("Monday", [figure("-", "initialize answered", 90)]);
    writeFileSync(file, JSON.stringify(written));
    expect(readResults(file)).toEqual(written);
    writeFileSync(torn, '{"about":');
    writeFileSync(foreign, '{"about":[]}');
    for (const wrong of [torn, foreign, join(folder, "none.json")]) {
      expect(() => readResults(wrong)).toThrow("holds no results");
    }
  });
});
