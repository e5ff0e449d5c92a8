import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipped, lineAt, linesOf, sourceText, splitLines } from "../../src/vocabulary/text.ts";

const texts = fc
  .array(fc.constantFrom("\n", "\r\n", "\r", "a", "bc", " ", "é"), { maxLength: 30 })
  .map((parts) => parts.join(""));

describe("the lines of a source text", () => {
  it("are those of the text, under the numbers of its file, without their ends", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 500 }), (text, firstLine) => {
        const source = sourceText(text, firstLine);
        const lines = splitLines(text);
        expect(lines.map((_, at) => lineAt(source, firstLine + at))).toEqual(lines);
      }),
    );
  });

  it("keep the line ends between them and lose the last one's alone", () => {
    fc.assert(
      fc.property(texts, fc.nat(8), fc.nat(8), (text, start, more) => {
        const source = sourceText(text, 1);
        const part = text.slice(source.starts[start] ?? text.length, source.starts[start + more + 1] ?? text.length);
        expect(linesOf(source, start + 1, start + more + 1)).toBe(part.replace(/\r\n$|\n$|\r$/, ""));
      }),
    );
  });

  it("are clipped between characters", () => {
    const text = `${"x".repeat(199)}🎉 and more`;
    expect(clipped({ line: 3, text })).toEqual({ line: 3, text: `${"x".repeat(199)}…` });
    expect(clipped({ line: 3, text: "short" })).toEqual({ line: 3, text: "short" });
  });
});
