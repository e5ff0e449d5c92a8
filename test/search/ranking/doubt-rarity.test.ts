import { expect, it } from "vitest";
import { rarityOf } from "../../../src/search/ranking/doubt.ts";

const rarities = (words: string): number[] => words.split(" ").map(rarityOf);

it("a word is rarer than a commoner one, and what is no English word is rarest", () => {
  const all = rarities("where place visitor invoices brotli");
  expect(all).toEqual([...all].sort((a, b) => a - b));
  expect(new Set(rarities("brotli kubernetes asdfgh OAuth LDAP webhook"))).toEqual(new Set([1]));
  expect(Math.max(...rarities("visitor invoices rounding climb"))).toBeLessThan(0.9);
});

it("any form of a word is as rare as the word", () => {
  expect(rarities("Rounded synchronised attachment")).not.toContain(1);
  expect(rarityOf("VISITOR")).toBe(rarityOf("visitor"));
});

it("a mistyped word is as rare as the one that was meant, a name is not mistyped", () => {
  expect(rarityOf("begining")).toBe(rarityOf("beginning"));
  expect(rarities("wich betwen")).toEqual([0, 0]);
  expect(rarities("OAuth gzip")).toEqual([1, 1]);
});
