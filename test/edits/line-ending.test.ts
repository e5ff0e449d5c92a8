// The line ending that inserted text takes.
import { expect, test } from "vitest";
import { dominantLineEnding, withLineEnding } from "../../src/edits/line-ending.ts";

test.each([
  ["", "\n"],
  ["one line", "\n"],
  ["a\r\nb\r\nc\n", "\r\n"],
  ["a\rb\rc\n", "\r"],
  ["a\nb\r\n", "\n"],
  ["a\r\nb\n", "\r\n"],
  ["a\rb\r", "\r"],
])("of %j is %j", (text, ending) => {
  expect(dominantLineEnding(text)).toBe(ending);
});

test("replaces every ending of a text", () => {
  expect(withLineEnding("a\r\nb\rc\n\nd", "\r\n")).toBe("a\r\nb\r\nc\r\n\r\nd");
  expect(withLineEnding("a\r\nb", "\n")).toBe("a\nb");
});
