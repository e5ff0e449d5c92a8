import { expect, test } from "vitest";
import { nestsDeeperThan } from "../../src/system/json-depth.ts";

test.each([
  ["[[[]]]", 3, false],
  ["[[[]]]", 2, true],
  ['{"a": {"b": [1]}}', 2, true],
  ["[[], [], [], [[]]]", 3, false],
  ['{"a": {}, "b": {}, "c": {"d": {}}}', 3, false],
  [`"${"[".repeat(100)}"`, 1, false],
  [`["\\"${"[".repeat(100)}"]`, 1, false],
  [`["${"\\\\"}", [[]]]`, 2, true],
  ['"', 0, false],
])("%s deeper than %d: %s", (text, max, expected) => {
  expect(nestsDeeperThan(text, max)).toBe(expected);
});

test("megabytes of brackets or quotes are looked through once", () => {
  expect(nestsDeeperThan("[".repeat(5_000_000), 64)).toBe(true);
  expect(nestsDeeperThan("[]".repeat(1_000_000), 64)).toBe(false);
  expect(nestsDeeperThan('"\\'.repeat(1_000_000), 64)).toBe(false);
});
