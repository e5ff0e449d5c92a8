import { expect, it } from "vitest";
import { firstSentence } from "../../../src/intelligence/project/first-sentence.ts";

it.each([
  ["# Shop\n\nShop sells **things** to people. It is fast.", "Shop sells things to people."],
  [
    "Shop\n====\n\n[![build](a.svg)](http://ci)\n\n> Sells [things](b) with `care`, e.g. tea. More.",
    "Sells things with care, e.g. tea.",
  ],
  [
    "---\ntitle: x y z w\n---\n<!-- a b c d e -->\n<p align=center>\nA shop for people everywhere\n</p>",
    "A shop for people everywhere",
  ],
  [
    "[![linux](\nhttps://a/b.svg)](\nhttps://a/c)\n\n- Website: one two three four\n\nA small [fast] shop for all:",
    "A small fast shop for all.",
  ],
  [
    "```sh\nnpm install a b c d\n```\n\nSee the website for more of it.\n\nIt sells tea to everyone, always.",
    "It sells tea to everyone, always.",
  ],
  ["# Only\n\nTwo words", null],
  ["", null],
])("the first sentence of %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

it("cuts a sentence that has no end", () => {
  const long = firstSentence("word ".repeat(500)) ?? "";
  expect(long.length).toBeLessThanOrEqual(190);
  expect(long).toMatch(/word…$/);
});
