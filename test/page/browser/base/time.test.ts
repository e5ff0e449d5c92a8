import { expect, test } from "vitest";
import { ageOf, timeOf } from "../../../../src/page/browser/base/time.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:30Z", "now"],
  ["2026-11-21T12:00:30Z", "now"],
  ["2026-11-21T11:58:00Z", "2 minutes ago"],
  ["2026-11-21T09:00:00Z", "3 hours ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-18T11:00:00Z", "3 days ago"],
  ["2026-08-18T11:00:00Z", "3 months ago"],
  ["2024-11-01T11:00:00Z", "2 years ago"],
  ["2026-11-99T11:00:00Z", ""],
])("%s is %j", (time, age) => {
  expect(ageOf(time, NOW)).toBe(age);
});

test("a time that is none is shown as it stands", () => {
  expect(timeOf("2026-11-99T11:00:00Z")).toBe("2026-11-99T11:00:00Z");
});
