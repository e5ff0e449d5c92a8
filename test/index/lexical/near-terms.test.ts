import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearTerms } from "../../../src/index/lexical/near-terms.ts";

const byCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Terms within two errors, each with its distance. */
function near(term: string, dictionary: readonly string[], distanceMax = 2, prefixLength = 0): string[] {
  const sorted = [...new Set(dictionary)].sort(byCodePoints);
  const seek = (from: string) => sorted.find((one) => byCodePoints(one, from) >= 0);
  return nearTerms(term, seek, { distanceMax, prefixLength }).map((one) => `${one.term} ${one.distance}`);
}

/** The textbook's table: optimal string alignment. */
function distance(a: readonly string[], b: readonly string[]): number {
  const table = [...a, ""].map((_, i) => [...b, ""].map((_, j) => (i === 0 ? j : j === 0 ? i : 0)));
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      const swapped =
        i > 0 && j > 0 && x === b[j - 1] && y === a[i - 1] ? at(i - 1, j - 1) + 1 : Number.POSITIVE_INFINITY;
      const row = table[i + 1];
      if (row !== undefined) {
        row[j + 1] = Math.min(at(i, j) + (x === y ? 0 : 1), at(i, j + 1) + 1, at(i + 1, j) + 1, swapped);
      }
    });
  });
  return at(a.length, b.length);
}

describe("near terms", () => {
  it.each<[string, string, string[], string[]]>([
    ["a letter is missing", "usr", ["user", "us", "usher"], ["us 1", "user 1", "usher 2"]],
    ["neighbours are swapped", "rotuer", ["router", "rotor"], ["router 1", "rotor 2"]],
    ["the term itself is not among them", "user", ["user", "users"], ["users 1"]],
    ["nothing is near", "zebra", ["apple", "banana"], []],
    ["an empty dictionary", "user", [], []],
    ["letters beyond the basic plane", "a🙂c", ["a🙃c", "a\u{10ffff}c", "ac"], ["ac 1", "a🙃c 1", "a\u{10ffff}c 1"]],
    ["letters around the surrogates", "a\ud7ffb", ["a\ue000b", "a\ud7fdb"], ["a\ud7fdb 1", "a\ue000b 1"]],
  ])("%s: %s", (_, term, dictionary, expected) => {
    expect(near(term, dictionary)).toEqual(expected);
  });

  it("keep to the beginning and the distance asked for", () => {
    expect(near("hatch", ["match", "hutch", "hatches"], 1, 1)).toEqual(["hutch 1"]);
    expect(near("hatch", ["match", "hutch", "hatches"], 2, 1)).toEqual(["hutch 1", "hatches 2"]);
  });

  it("are all that a search through the whole dictionary finds", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "検", "🙂"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 60 }), fc.constantFrom(1, 2), (term, dictionary, distanceMax) => {
        const found = near(term, dictionary, distanceMax).sort();
        const expected = [...new Set(dictionary)]
          .map((one) => ({ one, far: distance([...term], [...one]) }))
          .filter(({ far }) => far > 0 && far <= distanceMax)
          .map(({ one, far }) => `${one} ${far}`);
        expect(found).toEqual(expected.sort());
      }),
    );
  });
});
