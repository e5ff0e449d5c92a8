import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineMatches, literalLines, noMatches, regexLines } from "../../../src/intelligence/text/match-lines.ts";
import { parsePattern } from "../../../src/intelligence/text/pattern.ts";
import { splitLines } from "../../../src/vocabulary/text.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "É", "ſ", "s", "K", "k", ".", "\n", "\r", " ") });
const literal = fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "s", "k", "."), minLength: 1, maxLength: 3 });

/** As a person would: each line by itself. */
function naive(whole: string, find: (line: string) => readonly [number, number] | null): LineMatches {
  const first = splitLines(whole).flatMap((line, at) => {
    const found = find(line);
    return found === null ? [] : [{ line: at + 1, start: found[0], end: found[1] }];
  });
  return { count: first.length, first, complete: true };
}

describe("the lines that match", () => {
  it("a literal are those of a plain search line by line, in either case", () => {
    fc.assert(
      fc.property(text, literal, fc.boolean(), (whole, source, sensitive) => {
        const pattern = parsePattern({ pattern: source, regex: false, case: sensitive ? "sensitive" : "insensitive" });
        const folded = new RegExp(source.replaceAll(".", "\\."), "i");
        const expected = naive(whole, (line) => {
          const at = sensitive ? line.indexOf(source) : (folded.exec(line)?.index ?? -1);
          return at < 0 ? null : [at, at + source.length];
        });
        expect(literalLines(whole, pattern, 1_000)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  const sources = ["a+b", "^a", "b$", "^$", "x*", ".", "\\s", "[^a]", "a(?!b)", "(?<=a)b", "\\bk", "a\\nb", "a|é"];

  it("an expression are those of the expression line by line", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...sources), fc.constantFrom("", "i", "u", "iu"), (whole, source, flags) => {
        const expression = new RegExp(source, flags);
        const expected = naive(whole, (line) => {
          const found = expression.exec(line);
          return found === null ? null : [found.index, found.index + found[0].length];
        });
        const matches = noMatches();
        regexLines(whole, expression, 1_000, matches);
        expect(matches).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are all counted, and so many told as were asked for", () => {
    const pattern = parsePattern({ pattern: "a", regex: false, case: "smart" });
    const matches = literalLines("a a\nb\na\na\n", pattern, 2);
    expect(matches).toEqual({
      count: 3,
      first: [
        { line: 1, start: 0, end: 1 },
        { line: 3, start: 0, end: 1 },
      ],
      complete: true,
    });
  });
});
