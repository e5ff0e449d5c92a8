import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findListed, listedPaths } from "../../src/project/tracked-listing.ts";

function listingOf(paths: readonly string[]): Buffer {
  const sorted = paths.map((path) => Buffer.from(path)).sort(Buffer.compare);
  return Buffer.concat(sorted.flatMap((path) => [path, Buffer.from([0])]));
}

describe("a path that git tracks", () => {
  const listing = listingOf(["a", "a.b/c", "a0", "lib/x.ts", "lib/y/z.ts", "lib.ts", "ö/ü", "👍"]);
  test.each([
    ["a", "itself"],
    ["a.b", "below"],
    ["a.b/c", "itself"],
    ["lib", "below"],
    ["lib/y", "below"],
    ["lib/x.ts", "itself"],
    ["ö", "below"],
    ["ö/ü", "itself"],
    ["👍", "itself"],
    ["li", null],
    ["lib/x", null],
    ["lib/x.tsx", null],
    ["", null],
    ["zzz", null],
  ] as const)("%s: %s", (path, answer) => expect(findListed(listing, path)).toBe(answer));

  test("an empty listing holds nothing", () => expect(findListed(Buffer.alloc(0), "a")).toBe(null));
});

test("is found as in a set of all paths and their folders", () => {
  const path = fc
    .array(fc.constantFrom("a", "b", "a.", "a0", "a-b", "é", "~"), { minLength: 1, maxLength: 4 })
    .map((names) => names.join("/"));
  fc.assert(
    fc.property(fc.array(path, { maxLength: 30 }), path, (paths, asked) => {
      const isBelow = paths.some((each) => each.startsWith(`${asked}/`));
      const expected = paths.includes(asked) ? "itself" : isBelow ? "below" : null;
      expect(findListed(listingOf(paths), asked)).toBe(expected);
      expect(listedPaths(listingOf(paths))).toEqual(new Set(paths));
    }),
    { numRuns: 2_000 },
  );
});

test("names that are not UTF-8 are no paths", () => {
  expect(listedPaths(Buffer.from("a\0caf\xe9\0", "latin1"))).toEqual(new Set(["a"]));
});
