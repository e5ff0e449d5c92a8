import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathWorth, wordsOf } from "../../../src/intelligence/files/match-path.ts";

const worth = (path: string, query: string, loosely = false) => pathWorth(path, { words: wordsOf(query), loosely });

describe("what words are worth in a path", () => {
  it("is the more the better they name the file", () => {
    const paths = [
      "src/store",
      "src/store.ts",
      "src/store-of-orders.ts",
      "src/order-store.ts",
      "src/bookstore.ts",
      "src/store/index.ts",
      "src/bookstores/index.ts",
    ];
    const worths = paths.map((path) => worth(path, "Store") ?? 0);
    expect(worths).toEqual([...new Set(worths)].sort((a, b) => b - a));
  });

  it.each([
    ["src/OrderStore.ts", "src/xorderstore.ts", "store"],
    ["src/order_store.py", "src/orderstore.py", "store"],
  ])("is more in %s than in %s", (better, worse, query) => {
    expect(worth(better, query)).toBeGreaterThan(worth(worse, query) ?? Number.POSITIVE_INFINITY);
  });

  it.each([
    ["src/order-store.ts", "store order", true],
    ["src/order-store.ts", "src order", true],
    ["src/order-store.ts", "src/order", true],
    ["src/order-store.ts", "SRC/ORDER-STORE.TS", true],
    ["src/order-store.ts", "order payment", false],
    ["src/order-store.ts", "ordstr", false],
    ["src/İstanbul.ts", "stanbul", true],
  ])("%s is named by %j: %s", (path, query, isNamed) => {
    expect(worth(path, query) !== null).toBe(isNamed);
  });

  it("is little where letters only stand in the name in their order", () => {
    expect(worth("src/order-store.ts", "order-st", true)).toBeGreaterThan(10);
    expect(worth("src/order-store.ts", "ordsto", true)).toBeCloseTo(6.67);
    expect(worth("src/ordxsto.ts", "ordsto", true)).toBeGreaterThan(6.67);
    expect(worth("src/orders.ts", "ordst", true)).toBeNull();
    expect(worth("ordstr/a.ts", "ordstx", true)).toBeNull();
    expect(worth("packages/reactivity/src/effect.ts", "reactv efct", true)).toBeGreaterThan(10);
    expect(worth("order-store/a.ts", "ordsto", true)).toBeLessThan(worth("a/order-store.ts", "ordsto", true) ?? 0);
    expect(worth("src/order-store.ts", "or", true)).toBeGreaterThan(10);
    expect(worth("src/exam.ts", "ea", true)).toBeNull();
  });

  it("is nothing exactly where a word does not stand in the path", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "B", "c", "-", "/", "."), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(piece, fc.array(piece, { minLength: 1, maxLength: 3 }), (path, words) => {
        const stands = words.every((word) => path.toLowerCase().includes(word.toLowerCase()));
        expect(worth(path, words.join(" ")) !== null).toBe(stands);
      }),
      { numRuns: 3_000 },
    );
  });
});
