// What one line of an ignore file hides; git's `check-ignore` said the same of each case.
import { describe, expect, test } from "vitest";
import { readIgnoreLines } from "../../src/project/ignore-file.ts";
import { judge, openRuleSet } from "../../src/project/rule-scope.ts";

const CASES: readonly { line: string; hides: readonly string[]; shows: readonly string[] }[] = [
  {
    // In the templates for Node of GitHub and npm.
    line: "report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json",
    hides: ["report.20260102.101010.12.0.001.json", "logs/report.1.2.3.4.json"],
    shows: ["report.json", "report.1.2.3.json", "report.a.2.3.4.json"],
  },
  { line: "*a*b*c*d*e", hides: ["abcde", "d/1a2b3c4d5e", "aaabbbcccddde"], shows: ["abcd", "edcba"] },
  { line: "*aab*aab*aab*c", hides: ["aaabaabaaabc"], shows: ["aaabaabaaab", "abababc"] },
  { line: "a*/b*/c*/d*/e*/f*/g*", hides: ["a1/b1/c1/d1/e1/f1/g1"], shows: ["a1/b1/c1/d1/e1/f1", "x/a/b/c/d/e/f/g"] },
];

describe("a line with many stars", () => {
  test.each(CASES)("$line", ({ line, hides, shows }) => {
    const { patterns, setAside } = readIgnoreLines(Buffer.from(line), "");
    expect(setAside).toEqual([]);
    const set = openRuleSet(patterns, 0, "");
    expect(hides.filter((path) => judge(set, path, false) === "ignore")).toEqual(hides);
    expect(shows.filter((path) => judge(set, path, false) === "ignore")).toEqual([]);
  });

  test("takes no longer for a name that is made to match almost", () => {
    const line = "*a*a*a*a*a*a*a*a*a*a*b";
    const set = openRuleSet(readIgnoreLines(Buffer.from(line), "").patterns, 0, "");
    expect(judge(set, "a".repeat(250), false)).toBeNull();
  });
});

test("lines beyond what one path may cost are set aside, the first ones hold", () => {
  const { patterns, setAside } = readIgnoreLines(Buffer.from("*a*b*c*d\n".repeat(20_000)), "");
  expect([patterns.length, setAside.length]).toEqual([10_000, 10_000]);
});

test("stars between many folders of any depth are set aside", () => {
  const line = "**/a*/**/a*/**/a*/**/a*/**/b";
  expect(readIgnoreLines(Buffer.from(line), "").setAside).toEqual([line]);
});
