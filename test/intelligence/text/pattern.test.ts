import { describe, expect, it } from "vitest";
import { type Case, parsePattern } from "../../../src/intelligence/text/pattern.ts";

const parse = (pattern: string, regex = false, wanted: Case = "smart") =>
  parsePattern({ pattern, regex, case: wanted });

describe("a pattern", () => {
  it.each([
    ["order", false, "smart", true],
    ["Order", false, "smart", false],
    ["École", false, "smart", false],
    ["Order", false, "insensitive", true],
    ["order", false, "sensitive", false],
    ["\\W+\\Border", true, "smart", true],
    ["\\p{Lu}order", true, "smart", true],
    ["(?<Name>order)\\k<Name>", true, "smart", true],
    ["[A-Z]order", true, "smart", false],
  ] as const)("%s (regex %s, case %s) ignores case: %s", (source, isRegex, wanted, ignoresCase) => {
    expect(parse(source, isRegex, wanted)).toMatchObject({ isRegex, ignoresCase });
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
