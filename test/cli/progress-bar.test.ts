import { describe, expect, it } from "vitest";
import { openProgressBar, renderBar } from "../../src/cli/progress-bar.ts";
import { captureOutput } from "./output.ts";

const CLEAR = "\r\u001b[2K";

describe("a progress bar", () => {
  it("writes nothing where nobody looks", () => {
    const err = captureOutput();
    const bar = openProgressBar(err);
    bar.show({ done: 1, total: 2, message: "walking" });
    bar.clear();
    expect(err.text()).toBe("");
  });

  it("redraws in place, at most every 80 ms, always at the end of a phase, and goes away", () => {
    let now = 1_000;
    const err = captureOutput({ terminal: true, columns: 60 });
    const bar = openProgressBar(err, () => now);
    bar.show({ done: 0, total: 4, message: "indexing" });
    now += 10;
    bar.show({ done: 1, total: 4, message: "indexing" });
    now += 80;
    bar.show({ done: 2, total: 4, message: "indexing" });
    now += 1;
    bar.show({ done: 4, total: 4, message: "indexing" });
    bar.show({ done: 0, total: 9, message: "embedding" });
    bar.clear();
    bar.clear();
    const drawn = err.text().split(CLEAR).slice(1);
    expect(drawn.map((line) => line.replace(/\s+[━─]+/, ""))).toEqual([
      "indexing  0 of 4",
      "indexing  2 of 4",
      "indexing  4 of 4",
      "embedding  0 of 9",
      "",
    ]);
  });

  it.each([
    { columns: 60, secondsLeft: null, line: "embedding  ━━━━━━━━────────────────────────  500 of 2,000" },
    { columns: 60, secondsLeft: 90, line: "embedding  ━━━━━──────────────  500 of 2,000  1:30 min left" },
    { columns: 80, secondsLeft: 12.4, line: "embedding  ━━━━━━━━────────────────────────  500 of 2,000  12 s left" },
    {
      columns: 80,
      secondsLeft: 10_800,
      line: "embedding  ━━━━━━━━────────────────────────  500 of 2,000  3:00 h left",
    },
    { columns: 26, secondsLeft: 5, line: "embedding 500 of 2,000" },
    { columns: 18, secondsLeft: null, line: "500 of 2,000" },
    { columns: 12, secondsLeft: null, line: "25%" },
  ])("fits $columns columns with $secondsLeft seconds left", ({ columns, secondsLeft, line }) => {
    const err = captureOutput({ terminal: true, columns });
    const bar = renderBar({ done: 500, total: 2000, message: "embedding", secondsLeft }, err);
    expect(bar).toBe(line);
    expect(bar.length).toBeLessThan(columns);
  });

  it("says why it goes slowly in place of a time", () => {
    const err = captureOutput({ terminal: true, columns: 80 });
    const progress = { done: 1, total: 2, message: "embedding", secondsLeft: 9_000, paused: "the machine is busy" };
    expect(renderBar(progress, err)).toMatch(/1 of 2 {2}the machine is busy$/);
  });

  it("counts where the total is unknown, and obeys no message", () => {
    const err = captureOutput({ terminal: true });
    expect(renderBar({ done: 1234, total: 0, message: "walk\u001b[2Jing\n" }, err)).toBe("walk\\u{1b}[2Jing   1,234");
  });
});
