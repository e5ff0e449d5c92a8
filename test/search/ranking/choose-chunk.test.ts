import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChoiceInputs,
  choiceOf,
  type PlaceInputs,
  placeOf,
  symbolShare,
} from "../../../src/search/ranking/choose-chunk.ts";
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

const PLACE: PlaceInputs = {
  isMessage: false,
  words: 0.5,
  meaning: 0.5,
  symbolShare: 0.5,
  definition: 0,
  phrase: 0,
  beside: 0,
  kind: "class",
};

describe("of two places of likely files, the one to show", () => {
  it.each<[name: string, better: Partial<PlaceInputs>, worse: Partial<PlaceInputs>]>([
    ["is nearer in meaning", { meaning: 2 }, { meaning: -1 }],
    ["does something", { kind: "function" }, { kind: "class" }],
    ["is code before prose", { kind: "block" }, { kind: "section" }],
    ["defines what the question names before it is near", { definition: 1 }, { meaning: 1.5 }],
  ])("to a question %s", (_, better, worse) => {
    expect(placeOf({ ...PLACE, ...better })).toBeGreaterThan(placeOf({ ...PLACE, ...worse }));
  });

  it.each<[name: string, better: Partial<PlaceInputs>, worse: Partial<PlaceInputs>]>([
    ["has its text before it has all other words", { phrase: 1, words: 0 }, { words: 1 }],
    ["has half of its text before it is near", { phrase: 0.5, meaning: 0 }, { meaning: 2 }],
    ["is code before a test with the same text", { phrase: 0.5 }, { phrase: 1, kind: "test" }],
    ["is source before an example of it", { phrase: 0.5 }, { phrase: 1, beside: 1 }],
  ])("to a message %s", (_, better, worse) => {
    const message = { ...PLACE, isMessage: true };
    expect(placeOf({ ...message, ...better })).toBeGreaterThan(placeOf({ ...message, ...worse }));
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
