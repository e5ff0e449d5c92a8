// Which states of parsing an answer reports: only what is worse than the language's texts usually are.
import { expect, test } from "vitest";
import { isPoorlyParsed } from "../../src/languages/registry.ts";
import type { ParseState } from "../../src/vocabulary/chunk.ts";

const CASES: readonly [language: string | null, parse: ParseState, isPoor: boolean][] = [
  ["go", "full", false],
  ["go", "excused", false],
  ["go", "partial", true],
  ["go", "fallback", true],
  ["markdown", "prose", false],
  ["dockerfile", "fallback", false],
  [null, "fallback", false],
];

test.each(CASES)("%s, %s: %s", (language, parse, isPoor) => {
  expect(isPoorlyParsed({ language, parse })).toBe(isPoor);
});
