// What a renamed copy keeps and what it changes.
import { describe, expect, it } from "vitest";
import { countWords, renamer } from "./rename.ts";

const WORDS = ["invoice", "harbour", "lantern", "meadow", "quarry"];
const SOURCE = `export function parseOptions(options: readonly string[]): Options {
  // Every option is given once.
  return options.filter((option) => option.startsWith("--")).map(parseOption);
}
`;

/** The first seed whose map changes the word, so that a test does not hang on one number. */
function seedThatRenames(word: string): string {
  for (let at = 0; at < 1_000; at++) {
    if (renamer(String(at), WORDS)(word) !== word) {
      return String(at);
    }
  }
  throw new Error(`no seed renames ${word}`);
}

describe("a renamed copy", () => {
  it("is the same for the same seed and another for another", () => {
    expect(renamer("7", WORDS)(SOURCE)).toBe(renamer("7", WORDS)(SOURCE));
    const copies = new Set(Array.from({ length: 20 }, (_, seed) => renamer(String(seed), WORDS)(SOURCE)));
    expect(copies.size).toBeGreaterThan(10);
  });

  it("keeps what is no word of five letters: marks, line ends, languages' own words", () => {
    for (let seed = 0; seed < 50; seed++) {
      const copy = renamer(String(seed), WORDS)(SOURCE);
      expect(copy.replace(/[A-Za-z]/g, "")).toBe(SOURCE.replace(/[A-Za-z]/g, ""));
      expect(copy).toMatch(/^export function \w+\(\w+: readonly string\[\]\): \w+ \{\n/);
      expect(copy).toMatch(/\n {2}return /);
    }
  });

  it("replaces a word wherever it stands, within names and paths too, in the case it had", () => {
    const rename = renamer(seedThatRenames("option"), WORDS);
    const other = rename("option");
    expect(WORDS).toContain(other);
    const title = other.charAt(0).toUpperCase() + other.slice(1);
    expect(rename("option setOption src/option.ts")).toBe(`${other} set${title} src/${other}.ts`);
  });
});

describe("the words that replace others", () => {
  it("are those most texts use, without the languages' own", () => {
    const words = countWords();
    words.add("return basket; return basket; return cheese");
    words.add("return cheese for ParseCheese");
    expect(words.top()).toEqual(["cheese", "basket", "parse"]);
  });
});
