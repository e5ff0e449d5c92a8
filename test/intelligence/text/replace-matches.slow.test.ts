// Replacing what an expression matches, in a process of its own: as JavaScript does it, and ended where it takes too long.
import { describe, expect, it } from "vitest";
import { replaceMatches } from "../../../src/intelligence/text/matcher.ts";

const { signal } = new AbortController();

async function replaced(text: string, source: string, replacement: string, flags = "m"): Promise<string | null> {
  const found = await replaceMatches({ source, flags }, text, replacement, signal);
  return found === null
    ? null
    : found.reduceRight((rest, { start, end, text: by }) => rest.slice(0, start) + by + rest.slice(end), text);
}

describe("replaceMatches", () => {
  it.each([
    ["this.a + this.b", String.raw`this\.(\w)`, "$1", "a + b"],
    ["a-b", String.raw`(?<left>\w)-(\w)`, "$2$$$<left>$&$3$0$12", "b$aa-b$3$0a2"],
    ["a\n  b\nc", "^(\\s*)b\\n", "$1d\n$1e\n", "a\n  d\n  e\nc"],
    ["abc", "x*", "-", "-a-b-c-"],
    ["ab", "(a)|(z)", "[$1$2]", "[a]b"],
  ])("%j by %s", async (text, source, replacement, expected) => {
    expect(await replaced(text, source, replacement)).toBe(expected);
    expect(text.replace(new RegExp(source, "gm"), replacement)).toBe(expected);
  });

  it("gives up on an expression that takes too long", async () => {
    expect(await replaced("a".repeat(40), "(a+)+$(?!a)b", "x")).toBeNull();
  });
});
