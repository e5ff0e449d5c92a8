import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChoiceInputs, choiceOf, symbolShare } from "../../../src/search/ranking/choose-chunk.ts";
import { CHUNK_KINDS } from "../../../src/vocabulary/chunk.ts";

const PLAIN: ChoiceInputs = { words: 0.5, meaning: 0.5, symbolShare: 0.5, kind: "class" };

describe("of two chunks of a file, the one to show", () => {
  it.each<[name: string, better: Partial<ChoiceInputs>, worse: Partial<ChoiceInputs>]>([
    ["has more of the query's words", { words: 1 }, { words: 0.2 }],
    ["is nearer in meaning", { meaning: 2 }, { meaning: -1 }],
    ["is named as the query says", { symbolShare: 1 }, { symbolShare: 0 }],
    ["does something", { kind: "function" }, { kind: "class" }],
    ["is a method before an interface", { kind: "method" }, { kind: "interface" }],
    ["is anything but imports", { kind: "block" }, { kind: "import" }],
    ["is named before it has all the words", { symbolShare: 1, words: 0 }, { symbolShare: 0, words: 1 }],
    ["is a function with half the words before imports with all", { kind: "function" }, { kind: "import", words: 1 }],
  ])("%s", (_, better, worse) => {
    expect(choiceOf({ ...PLAIN, ...better })).toBeGreaterThan(choiceOf({ ...PLAIN, ...worse }));
  });

  it("is never worse for more words, meaning or name", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const inputs = fc.record({
      words: share,
      meaning: fc.double({ min: -5, max: 5, noNaN: true }),
      symbolShare: share,
      kind: fc.constantFrom(...CHUNK_KINDS),
    });
    fc.assert(
      fc.property(inputs, share, fc.constantFrom("words", "meaning", "symbolShare"), (one, more, field) => {
        expect(choiceOf({ ...one, [field]: one[field] + more })).toBeGreaterThanOrEqual(choiceOf(one));
      }),
    );
  });
});

describe("the share of a query in a chunk's name", () => {
  const shares = new Map([
    ["renew", 0.5],
    ["session", 0.3],
    ["token", 0.2],
  ]);
  it.each<[symbol: string | null, share: number]>([
    [null, 0],
    ["", 0],
    ["renewSession", 0.8],
    ["RENEW_SESSION", 0.8],
    ["SessionStore.renewSession", 0.8],
    ["sessions", 0.3],
    ["tokenSessionRenewal", 1],
    ["sessionless", 0],
    ["__proto__", 0],
  ])("%s: %d", (symbol, share) => {
    expect(symbolShare(symbol, shares)).toBeCloseTo(share, 9);
  });

  it("is 0 to 1 for any name, however often it repeats a word", () => {
    const word = fc.constantFrom("renew", "Session", "token", "other", "_", ".", "(", "+");
    fc.assert(
      fc.property(fc.array(word, { maxLength: 50 }), (words) => {
        const share = symbolShare(words.join(""), shares);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
