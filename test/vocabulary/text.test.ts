// Lines are counted one way everywhere.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineStarts, splitLines } from "../../src/vocabulary/text.ts";

test.each([
  ["", [""]],
  ["a", ["a"]],
  ["a\n", ["a"]],
  ["\n", [""]],
  ["\n\n", ["", ""]],
  ["a\r\nb\rc\nd", ["a", "b", "c", "d"]],
  ["a\n\rb", ["a", "", "b"]],
  ["a\r\r\nb", ["a", "", "b"]],
  ["a\fb\u2028c\u2029d\u0085e\vf", ["a\fb\u2028c\u2029d\u0085e\vf"]],
])("%j has the lines %j", (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

test("lines and their starts agree", () => {
  const piece = fc.constantFrom("a", "😀", "\r", "\n", "\r\n", "\u2028", " ");
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (text) => {
        const lines = splitLines(text);
        const starts = lineStarts(text);
        expect(starts.length).toBe(lines.length);
        for (const [index, line] of lines.entries()) {
          expect(text.startsWith(line, starts[index])).toBe(true);
        }
      },
    ),
  );
});
