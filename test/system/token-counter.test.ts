import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countByLines, loadTokenCounter, TOKEN_ENCODING } from "../../src/system/token-counter.ts";
import { propertyRuns } from "../support/property-runs.ts";

const exactly = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

/** Texts of what decides where a token ends: line ends, spaces of all kinds, letters, digits, signs, half characters. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\\n",
        "\\n\\t",
        "\\",
        "n",
        " ",
        "  ",
        "    ",
        "\t",
        "\u00a0",
        "\u2028",
        "\ufeff",
      ),
      fc.constantFrom(
        "/",
        "//",
        "{",
        "});",
        '",',
        "'s",
        "'ll",
        "_",
        ".",
        "\u0301",
        "é",
        "–",
        "²",
        "٣",
        "日本",
        "🎉",
        "\ud83c",
        "\udf89",
      ),
      fc.constantFrom("return", "Foo", "fooBar", "HTTPServer", "x", "123", "4567", "0x1F", "<|endoftext|>"),
      fc.string(),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

/** Every unbroken run of more than 500 characters in slices of 500, as one regular expression finds them. */
function slicedByExpression(text: string): string[] {
  const runs = [...text.matchAll(/\s{501,}|\S{501,}/g)];
  const cuts = runs.flatMap(({ 0: run, index }) => [
    ...Array.from({ length: Math.ceil(run.length / 500) }, (_, at) => index + at * 500),
    index + run.length,
  ]);
  return [0, ...cuts].map((from, at) => text.slice(from, cuts[at] ?? text.length));
}

describe("the token counter", () => {
  it("counts as the named encoding does", async () => {
    const counter = await loadTokenCounter();
    expect(counter.encoding).toBe(TOKEN_ENCODING);
    for (const text of ["", "hello world", "const a = b(c);\n\treturn a;\r\n", "naïve café 日本語 🎉"]) {
      expect(counter.count(text)).toBe(countTokens(text));
    }
  });

  it("takes special tokens in source for text", async () => {
    const counter = await loadTokenCounter();
    expect(counter.count("a <|endoftext|> b")).toBeGreaterThan(3);
  });

  it("counts unbroken runs in slices: a megabyte of spaces or letters does not stall it", async () => {
    const counter = await loadTokenCounter();
    const indent = " ".repeat(1_000);
    expect(counter.count(`a${indent}b`)).toBeGreaterThan(2);
    // Counted whole, each of these takes minutes; the test's own time limit is the assertion.
    for (const letter of [" ", "\n", "a", "=", "é"]) {
      expect(counter.count(letter.repeat(1_000_000))).toBeGreaterThan(1_000);
    }
  });

  it("counts in pieces what the encoding counts at once", async () => {
    const counter = await loadTokenCounter();
    const inBoth = (text: string): readonly string[] => [text, JSON.stringify({ text, again: text })];
    fc.assert(
      fc.property(texts, (text) => {
        for (const form of inBoth(text)) {
          expect(counter.count(form)).toBe(exactly(form));
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it("slices the same runs as a regular expression that looks for them at each character", () => {
    const count = (text: string): number => (text === "" ? 0 : 1_000 + text.length);
    const runs = fc
      .array(fc.tuple(fc.constantFrom("a", " ", "\n", "\\n", "é", "\u00a0"), fc.integer({ min: 1, max: 1_200 })), {
        maxLength: 8,
      })
      .map((parts) => parts.map(([letter, times]) => letter.repeat(times)).join(""));
    fc.assert(
      fc.property(runs, (text) => {
        const pieces: string[] = [];
        countByLines((piece) => {
          pieces.push(piece);
          return count(piece);
        })(text);
        expect(pieces.join("")).toBe(text);
        const isLong = (piece: string): boolean => piece.length === 500 && /^(?:\s+|\S+)$/.test(piece);
        expect(pieces.filter(isLong)).toEqual(slicedByExpression(text).filter(isLong));
        expect(Math.max(0, ...pieces.map((piece) => /\s{501,}|\S{501,}/.exec(piece)?.[0].length ?? 0))).toBe(0);
      }),
    );
  });

  it("counts each line once", () => {
    const counted: string[] = [];
    const count = countByLines((piece) => {
      counted.push(piece);
      return piece.length;
    });
    const lines = Array.from({ length: 50 }, (_, at) => `  const value${at} = read(${at});`);
    for (const end of [10, 20, 30, 40, 50, 50, 10]) {
      const text = lines.slice(0, end).join("\n");
      expect(count(text)).toBe(text.length);
    }
    expect(counted.length).toBeLessThan(60);
    expect(new Set(counted).size).toBe(counted.length);
  });

  it("over-counts a long run by at most one token a slice", async () => {
    const counter = await loadTokenCounter();
    const run = Array.from(
      { length: 3_000 },
      (_, i) => "abcdefghijklmnopqrstuvwxyz0123456789"[(i * i + 7 * i) % 36],
    ).join("");
    const exact = countTokens(run);
    expect(counter.count(run)).toBeGreaterThanOrEqual(exact - 6);
    expect(counter.count(run)).toBeLessThanOrEqual(exact + 6);
  });
});
