import { describe, expect, test } from "vitest";
import { barsOf, scaleTop } from "../../src/statistics/report-chart.ts";
import { anEntry, reportOf } from "./entries.ts";

async function barsOfDays(...days: string[]) {
  return barsOf(await reportOf(days.map((day) => anEntry(`${day}T12:00:00Z`))));
}

describe("bars", () => {
  test("cover every day of a short period, gaps included", async () => {
    const { unit, bars } = await barsOfDays("2026-11-01", "2026-11-20", "2026-11-20");
    expect(unit).toBe("day");
    expect(bars).toHaveLength(20);
    expect(bars.filter((bar) => bar.searches > 0).map((bar) => [bar.label, bar.searches, bar.sent])).toEqual([
      ["2026-11-01", 1, 1_000],
      ["2026-11-20", 2, 2_000],
    ]);
  });

  test("are at least a fortnight", async () => {
    const { bars } = await barsOfDays("2026-11-20");
    expect([bars.length, bars[0]?.label, bars.at(-1)?.label]).toEqual([14, "2026-11-07", "2026-11-20"]);
  });

  test("are weeks from Monday, then months, when days are too many", async () => {
    const weeks = await barsOfDays("2026-01-01", "2026-11-20");
    expect([weeks.unit, weeks.bars[0]?.label, weeks.bars.length]).toEqual(["week", "2025-12-29", 47]);
    const months = await barsOfDays("2025-01-31", "2026-11-20");
    expect([months.unit, months.bars[0]?.label, months.bars.length]).toEqual(["month", "2025-01", 23]);
    for (const { bars } of [weeks, months]) {
      expect(bars.reduce((sum, bar) => sum + bar.searches, 0)).toBe(2);
    }
  });

  test("are none where there is nothing", async () => {
    expect(await barsOfDays()).toEqual({ unit: "day", bars: [] });
  });
});

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [51, 100],
  [100, 100],
  [101, 200],
  [999_999, 1_000_000],
])("a scale for %d ends at %d", (most, top) => {
  expect(scaleTop(most)).toBe(top);
});
