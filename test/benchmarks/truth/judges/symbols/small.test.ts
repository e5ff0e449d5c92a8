// The small form of the judge: names and lines of the samples, against what the languages' own tools said of them (record.ts).
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openAnalyzer } from "../../../../../src/languages/analyze.ts";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { AUTHORITIES } from "./authorities.ts";
import { compareFile, differencesOf } from "./compare.ts";
import type { Recorded } from "./record.ts";

const read = (path: string): string => readFileSync(packagePath("fixtures", path), "utf8");
const recorded = JSON.parse(read("benchmarks/truth/symbols.json")) as Recorded;
const analyzer = await openAnalyzer();

/** What differs, and why; where one of them goes, its line goes too. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "ruby/sample.rb:66 function report": "a lambda with a name is a function here",
  "php/sample.php:56 enum Suit": "Ctags 5.9 knows no enumerations of PHP",
};

it.each(AUTHORITIES)("what $name lists of $language is found, and nothing that it does not know", async (authority) => {
  const files = Object.entries(recorded[authority.language] ?? {});
  const compared = [];
  for (const [path, outside] of files) {
    const { symbols } = await analyzer.analyze({ path, text: read(`languages/${path}`) });
    compared.push(compareFile(authority, path, outside, symbols));
  }
  const { own, wanted, wrong, missed } = differencesOf(compared);
  expect(own).toBeGreaterThan(5);
  expect(wanted).toBeGreaterThan(5);
  const explained = Object.keys(DIFFERENT).filter((place) => files.some(([path]) => place.startsWith(`${path}:`)));
  expect([...wrong, ...missed].map(([, place]) => place)).toEqual(explained);
});
