import { expect, it } from "vitest";
import { purposeSentence } from "../../../src/intelligence/project/purpose-sentence.ts";

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
  [
    "Buy our mugs and stickers now! See more there.\n\nThe tea shop is a shop that sells tea.",
    "The tea shop is a shop that sells tea.",
  ],
  [
    "Our sponsors are very kind people.\n\nTea Shop, a house of tea, is the shop for all.",
    "Tea Shop, a house of tea, is the shop for all.",
  ],
  [
    "NEW: version 4.0 is out!\n\nTea shop provides all the tea that you need",
    "Tea shop provides all the tea that you need",
  ],
  ["Tea for everyone, at any time.\n\nTea shops is a word for many of them.", "Tea for everyone, at any time."],
])("the sentence of %j that says what it is for", (text, sentence) => {
  expect(purposeSentence(text, ["@tea/shop", "tea shop"])).toBe(sentence);
});

it("cuts a sentence that has no end", () => {
  const long = purposeSentence("word ".repeat(500), []) ?? "";
  expect(long.length).toBeLessThanOrEqual(190);
  expect(long).toMatch(/word…$/);
});
