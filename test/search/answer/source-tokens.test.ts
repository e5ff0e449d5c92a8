import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceTokens } from "../../../src/search/answer/source-tokens.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { linesOf, sourceText } from "../../../src/vocabulary/text.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { propertyRuns } from "../../support/property-runs.ts";

const counter = await loadTokenCounter();

const line = fc.oneof(
  fc.constantFrom(
    "",
    "}",
    "    return value;",
    "\treturn a  b ;  ",
    "call(\"a\", `b\\n`, 'c');",
    " ",
    "   ",
    "// naïve 日本 café x",
    "x".repeat(700),
    `${"word ".repeat(150)}`,
    "a\u00a0 b c",
    "\u2028 x y",
  ),
  fc.string({ unit: anyCharacter }),
  fc.string(),
);
const beside = fc.constantFrom("", "1. src/a.ts:1-2 f (function)\n```\n", '{"path":"src/a.ts","source":["', "a", " ");
const after = fc.constantFrom("", "\n```\n", '"]},', "\n````\n", " a");

describe("tokens of lines", () => {
  it("are those of the whole text that the lines stand in, whichever lines were asked for before", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), beside, after), { minLength: 1, maxLength: 6 }),
        (lines, lineEnd, firstLine, asked) => {
          const source = sourceText(lines.join(lineEnd), firstLine);
          const tokens = sourceTokens(source, counter);
          const count = source.starts.length;
          for (const [from, to, before, behind] of asked) {
            const startLine = firstLine + (from % count);
            const endLine = startLine + (to % (firstLine + count - startLine));
            const text = linesOf(source, startLine, endLine);
            const range = { startLine, endLine };
            expect(tokens.text(before, range, behind)).toBe(counter.count(before + text + behind));
            const json = JSON.stringify(text.split("\n")).slice(2, -2);
            expect(tokens.json(before, range, behind)).toBe(counter.count(before + json + behind));
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it("are counted once for an answer", () => {
    const counted: string[] = [];
    const counting = {
      encoding: "letters",
      count: (text: string) => {
        counted.push(text);
        return text.length;
      },
    };
    const source = sourceText("a b\n".repeat(50), 1);
    const ask = (endLine: number): number => sourceTokens(source, counting).text("", { startLine: 1, endLine }, "");
    expect([10, 20, 30, 50].map(ask)).toEqual([39, 79, 119, 199]);
    // Of each asking its two ends, and every piece between cuts.
    expect(counted).toHaveLength(49 + 2 * 4);
    expect(sourceTokens(source, counter).text("", { startLine: 1, endLine: 2 }, "")).toBe(counter.count("a b\na b"));
  });
});
