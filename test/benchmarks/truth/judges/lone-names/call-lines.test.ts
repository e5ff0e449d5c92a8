// Which lines call a function, by their text alone.
import { expect, it } from "vitest";
import { callLines, isTelling } from "./call-lines.ts";

it.each<[string, boolean]>([
  ["  return ranges.toLongRanges(15)", true],
  ["  toLongRanges (15)", true],
  ["  $this->toLongRanges;", true],
  ["  Ranges::toLongRanges(1)", true],
  ["internal fun List<Range>.toLongRanges(length: Long) = map {", true],
  ["fun toLongRanges(length: Long) {", false],
  ["  public static List toLongRanges(int n) {", false],
  ["// calls toLongRanges(1)", false],
  ["  throw Error('no toLongRanges(1)')", false],
  ["  val toLongRanges = 1", false],
])("%s: %s", (text, isCall) => {
  expect(callLines([{ path: "a", line: 1, text }], "toLongRanges")).toHaveLength(isCall ? 1 : 0);
});

it.each<[string, boolean]>([
  ["toLongRanges", true],
  ["has_valid_encoding", true],
  ["process", false],
  ["toString", false],
  ["__construct", false],
])("%s says enough alone: %s", (name, expected) => {
  expect(isTelling(name)).toBe(expected);
});
