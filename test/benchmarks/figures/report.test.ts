// The tables a reader gets of figures.
import { expect, it } from "vitest";
import { renderReport } from "./report.ts";

it("says what is asked for, whether it is met, what the plain design takes, and everything by project", () => {
  const report = renderReport(
    {
      figures: [
        { name: "warm query p50", on: "vuejs/core", unit: "ms", values: [12], target: { atMost: 10 } },
        { name: "warm query p50", on: "60k", unit: "ms", values: [90], target: { atMost: 150 } },
        { name: "warm query: processor", on: "60k", unit: "ms", values: [88], target: null, note: "one core" },
        { name: "initialize answered", on: "-", unit: "ms", values: [100, 90, 120], target: { atMost: 450 } },
      ],
      plain: { "60k": { "warm query p50": 300 } },
      failed: ["60k, edits: the file is gone"],
    },
    ["a machine"],
  );
  expect(`\n${report}`).toBe(`
- a machine

2 of 3 figures that are asked for are met.

| figure              | project    | asked     | measured: median (range)  |                   | plain design |
| ------------------- | ---------- | --------- | ------------------------- | ----------------- | ------------ |
| warm query p50      | vuejs/core | ≤ 10.0 ms | 12.0 ms                   | **missed**, 1.2 × |              |
| warm query p50      | 60k        | ≤ 150 ms  | 90.0 ms                   | met               | 300 ms       |
| initialize answered | -          | ≤ 450 ms  | 100 ms (90.0 ms – 120 ms) | met               |              |

| figure, median        | vuejs/core | 60k     |
| --------------------- | ---------- | ------- |
| warm query p50        | 12.0 ms    | 90.0 ms |
| warm query: processor |            | 88.0 ms |

| plain design   | 60k    |
| -------------- | ------ |
| warm query p50 | 300 ms |

- **Not measured** 60k, edits: the file is gone
- warm query: processor, 60k: one core
`);
});
