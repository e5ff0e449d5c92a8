import { expect, it } from "vitest";
import { readShippedWords } from "../../src/embedding/shipped-words.ts";

it("the shipped model's vocabulary has whole English words, without pieces and marks", () => {
  const words = readShippedWords();
  expect(words.length).toBeGreaterThan(15_000);
  expect(words).toEqual(expect.arrayContaining(["connection", "authentication", "batch"]));
  expect(words.filter((word) => !/^\p{Ll}+$/u.test(word))).toEqual([]);
});
