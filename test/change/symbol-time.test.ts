import { expect, it } from "vitest";
import { timeForSymbol } from "../../src/change/symbol-time.ts";

it.each([
  [4_000, 1, 1_500],
  [4_000, 4, 1_000],
  [4_000, 100, 500],
  [300, 1, 300],
  [0, 3, 0],
])("of %d ms, the first of %d symbols has %d ms", (leftMs, symbols, ms) => {
  expect(timeForSymbol(leftMs, symbols)).toBe(ms);
});
