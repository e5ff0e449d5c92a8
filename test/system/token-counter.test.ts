import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { loadTokenCounter, TOKEN_ENCODING } from "../../src/system/token-counter.ts";

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
