import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { phraseShareOf } from "../../../src/search/ranking/words-alone.ts";

/** The share of a message's phrases in a line of source. */
const share = (message: string, source: string): number => phraseShareOf(parseQuery(message).phrases)(source);

describe("a message and the source that raises it", () => {
  it.each<[message: string, source: string, share: number]>([
    ["expected 3 arguments, got 5", "throw new Error(`expected ${n} arguments, got ${m}`)", 1],
    ["expected 3 arguments, got 5", 'fmt.Errorf("expected %d arguments, got %d", n, m)', 1],
    ["cannot read property 'x' of undefined", '"Cannot read property " + name + " of undefined"', 1],
    ["cannot read property 'x' of undefined", "// we cannot read the property", 10 / 29],
    ["cannot read property 'x' of undefined", "// we cannot yet read the property", 0],
    ["cannot read property 'x' of undefined", 'raise TypeError("cannot read property")', 18 / 29],
    ["cannot set with flag '--slow' what was set before", "`cannot set with ${name} what was set before`", 29 / 33],
    ["the file is not found again", "is not it found again", 10 / 22],
    ["file '/tmp/a' not found", 'f"{path} is not found"', 1],
    ["file '/tmp/a' not found", "notfound", 0],
    ["how are files found", "how are files found", 0],
  ])("%s in %s", (message, source, expected) => {
    expect(share(message, source)).toBeCloseTo(expected, 9);
  });

  it("takes a long text", () => {
    expect(share("cannot read property 'x'", "cannot read ".repeat(50_000))).toBeCloseTo(10 / 18, 9);
  });
});
