import { readFileSync } from "node:fs";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countByWords } from "../../src/system/count-by-words.ts";
import { anyCharacter } from "../support/any-character.ts";
import { propertyRuns } from "../support/property-runs.ts";

const RUN_MAX = 500;

const exactly = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

/** Words as the encoding's own split expression finds them, which is what words are to be counted by. */
const SPLIT =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

const ASCII = /^\p{ASCII}*$/u;

/** Every ASCII character, those that decide where a word ends more often than the others. */
const ascii = fc
  .array(
    fc.oneof(
      fc.constantFrom(..." \t\v\n\r'/ab1".split(""), "'s", "'LL", "'v", "'re", "  ", "\r\n", "Ab", "aB", "123", "//\n"),
      fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("counting by words", () => {
  it("asks about the encoding's own words, and of them only the new ones", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        const asked: string[] = [];
        const count = countByWords((word) => {
          asked.push(word);
          return word.length;
        }, RUN_MAX);
        // Each word counts as many as it has letters here, so that the sum shows that none is left out.
        expect(count(text)).toBe(text.length);
        const words = (text.match(SPLIT) ?? []).filter((word) => word.length > 1);
        expect(asked).toEqual([...new Set(words)]);
        expect(count(text)).toBe(text.length);
        expect(asked).toHaveLength(new Set(words).size);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it("counts what the encoding counts, whatever came before", () => {
    const count = countByWords(exactly, RUN_MAX);
    fc.assert(
      fc.property(fc.oneof(ascii, fc.string({ unit: anyCharacter }), fc.string()), (text) => {
        expect(count(text)).toBe(ASCII.test(text) ? exactly(text) : null);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it("counts source, as it is and as JSON has it", () => {
    const count = countByWords(exactly, RUN_MAX);
    for (const file of ["src/search/search.ts", "docs/inside/ranking.md", "package.json"]) {
      for (const line of readFileSync(file, "utf8").split("\n")) {
        const forms = [line, JSON.stringify(line)].filter((form) => ASCII.test(form));
        expect(forms.map(count)).toEqual(forms.map(exactly));
      }
    }
  });

  it("goes on when it has more words than it keeps, or longer ones", () => {
    let asked = 0;
    const count = countByWords((text) => {
      asked += 1;
      return text.length;
    }, RUN_MAX);
    const letters = "abcdefghij";
    const word = (at: number): string => [...String(at)].map((digit) => letters[Number(digit)]).join("");
    const words = Array.from({ length: 69_990 }, (_, at) => word(at + 10));
    expect(words.filter((one) => count(one) !== one.length)).toEqual([]);
    const before = asked;
    expect(count(word(69_999))).toBe(5);
    expect(asked).toBe(before);
    const long = "x".repeat(65);
    expect([count(long), count(long), asked]).toEqual([65, 65, before + 2]);
    expect(count("x y ".repeat(10_000))).toBeNull();
  });

  it("leaves texts with a long unbroken run to others, and no other", () => {
    const count = countByWords((text) => text.length, 20);
    const runs = fc.array(
      fc.tuple(
        fc.constantFrom("a", " ", "\n", "+"),
        fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(20, 21)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(runs, (parts) => {
        const text = parts.map(([letter, times]) => letter.repeat(times)).join("");
        expect(count(text)).toBe(/\s{21}|\S{21}/.test(text) ? null : text.length);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
