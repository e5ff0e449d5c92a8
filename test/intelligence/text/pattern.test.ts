import { describe, expect, it } from "vitest";
import { type Case, matchWords, parsePattern } from "../../../src/intelligence/text/pattern.ts";

const parse = (pattern: string, regex = false, wanted: Case = "smart") =>
  parsePattern({ pattern, regex, case: wanted });

describe("a pattern", () => {
  it.each([
    ["order", false, "smart", "literal, any case"],
    ["Order", false, "smart", "literal, case as written"],
    ["École", false, "smart", "literal, case as written"],
    ["Order", false, "insensitive", "literal, any case"],
    ["order", false, "sensitive", "literal, case as written"],
    ["\\W+\\Border", true, "smart", "regex, any case"],
    ["\\p{Lu}order", true, "smart", "regex, any case"],
    ["(?<Name>order)\\k<Name>", true, "smart", "regex, any case"],
    ["[A-Z]order", true, "smart", "regex, case as written"],
  ] as const)("%s (regex %s, case %s) is: %s", (source, regex, wanted, words) => {
    expect(matchWords(parse(source, regex, wanted))).toBe(words);
  });

  it("knows letters by their properties where it asks for them", () => {
    expect(parse("\\p{Lu}\\w", true).flags).toBe("iu");
    expect(parse("\\u{1F600}", true, "sensitive").flags).toBe("u");
    expect(parse("\\d+", true, "sensitive").flags).toBe("");
  });

  it.each([
    ["(a", true, /invalid regular expression "\(a": Unterminated group/],
    ["[z-a]", true, /Range out of order/],
    ["(?i)order", true, /Invalid group/],
    ["a{2}{3}", true, /Nothing to repeat/],
    ["\\p{Nonsense}", true, /Invalid property name/],
    ["one\ntwo", false, /contains a line break/],
    ["one\rtwo", true, /contains a line break/],
  ])("%j is refused, and it is said why", (source, regex, message) => {
    expect(() => parse(source, regex)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringMatching(message) }),
    );
  });
});
