import { describe, expect, it } from "vitest";
import { shellQuoted, windowsTypedWord } from "../../../src/system/platform/typed-words.ts";

describe("a word that a person types on POSIX", () => {
  it.each([
    ["src/cart.ts", "src/cart.ts"],
    ["where are sessions renewed", "'where are sessions renewed'"],
    ["it's $(touch x)", "'it'\\''s $(touch x)'"],
  ])("%j is %s", (text, word) => {
    expect(shellQuoted(text)).toBe(word);
  });
});

describe("a word that a person types on Windows", () => {
  it.each([
    ["src/cart.ts#Cart.total", "src/cart.ts#Cart.total"],
    ["C:\\code\\app", "C:\\code\\app"],
    ["where are sessions renewed", '"where are sessions renewed"'],
    ["it's", '"it\'s"'],
    ['say "no" & calc', '"say ""no"" & calc"'],
    ['a\\" & calc', '"a\\\\"" & calc"'],
    ["$(calc) `", '"`$(calc) ``"'],
    ["a\u201d; calc", '"a`\u201d; calc"'],
    ["C:\\my code\\", '"C:\\my code\\\\"'],
    ["", '""'],
    // An array, a splat and a comment of PowerShell.
    ["a,b", '"a,b"'],
    ["@a", '"@a"'],
    ["#a", '"#a"'],
    ["a&b", '"a&b"'],
  ])("%j is %s", (text, word) => {
    expect(windowsTypedWord(text)).toBe(word);
  });
});
