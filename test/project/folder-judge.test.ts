// Judging by the names in a folder says what judging whole paths says, wherever neither the folder nor one above is ignored.
import fc from "fast-check";
import { expect, test } from "vitest";
import { openScopeJudge } from "../../src/project/folder-judge.ts";
import { readIgnoreLines } from "../../src/project/ignore-file.ts";
import { extendRuleSet, judge, openRuleSet, openScope, type RuleSet } from "../../src/project/rule-scope.ts";
import { propertyRuns } from "../support/property-runs.ts";

const NAMES = ["a", "b", "ab", "c.log", "é", "!x", "a b", "a+(b)$"] as const;
const name = fc.constantFrom(...NAMES);
const part = fc.constantFrom(...NAMES, "*", "**", "a*", "*.log", "?", "[ab]", "a**", "\\a", "");
const line = fc
  .tuple(fc.constantFrom("", "", "!"), fc.constantFrom("", "/"), fc.array(part, { minLength: 1, maxLength: 4 }))
  .chain(([sign, top, parts]) => fc.constantFrom("", "/").map((end) => `${sign}${top}${parts.join("/")}${end}`));
const lines = fc.array(line, { maxLength: 6 });
const folder = fc.array(name, { maxLength: 3 });

function patternsOf(ignoreLines: readonly string[], base: string): readonly string[] {
  return readIgnoreLines(Buffer.from(ignoreLines.join("\n")), Buffer.from(base).toString("latin1")).patterns;
}

function isIgnored(set: RuleSet, names: readonly string[]): boolean {
  return names.some((_, index) => judge(set, names.slice(0, index + 1).join("/"), true) === "ignore");
}

test("names are judged as their paths are", () => {
  fc.assert(
    fc.property(lines, lines, folder, fc.nat(3), name, fc.boolean(), (outer, inner, names, depth, entry, isFolder) => {
      const base = names.slice(0, Math.min(depth, names.length)).join("/");
      const set = extendRuleSet(openRuleSet(patternsOf(outer, ""), 0, ""), patternsOf(inner, base));
      fc.pre(!isIgnored(set, names));
      const path = [...names, entry].join("/");
      const said = openScopeJudge(openScope(set), names.join("/"), true).git(entry, path, isFolder);
      expect(said).toBe(judge(set, path, isFolder));
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

test.each([
  { rules: ["/a/*.log"], folder: "a", entry: "c.log", says: "ignore" },
  { rules: ["/a/*.log"], folder: "a/b", entry: "c.log", says: null },
  { rules: ["a/**/c.log"], folder: "a/b", entry: "c.log", says: "ignore" },
  { rules: ["**/!x"], folder: "a", entry: "!x", says: "ignore" },
  { rules: ["**/#x"], folder: "a", entry: "#x", says: "ignore" },
  { rules: ["*", "!/a/", "!**/!x"], folder: "a", entry: "!x", says: "admit" },
  { rules: ["*/b/ab"], folder: "c/b", entry: "ab", says: "ignore" },
  { rules: ["*.log", "!/a/c.log"], folder: "a", entry: "c.log", says: "admit" },
  { rules: ["*.log", "!/a/c.log"], folder: "b", entry: "c.log", says: "ignore" },
  { rules: ["/above/a/b"], folder: "a", entry: "b", says: "ignore", prepend: "above/" },
])("$rules in $folder says $says of $entry", ({ rules, folder: at, entry, says, prepend = "" }) => {
  const set = openRuleSet(patternsOf(rules, ""), 0, prepend);
  expect(openScopeJudge(openScope(set), at, true).git(entry, `${at}/${entry}`, false)).toBe(says);
});

test("more folders with patterns of their own than there are matchers for are judged alike", () => {
  const set = openRuleSet(
    Array.from({ length: 600 }, (_, index) => `/f${index}/n${index}`),
    0,
    "",
  );
  for (let index = 0; index < 600; index++) {
    const { git } = openScopeJudge(openScope(set), `f${index}`, true);
    expect(git(`n${index}`, `f${index}/n${index}`, false)).toBe("ignore");
    expect(git(`n${index + 1}`, `f${index}/n${index + 1}`, false)).toBe(null);
  }
});

test("in a folder that is ignored, whole paths decide", () => {
  const set = openRuleSet(["/a/"], 0, "");
  expect(openScopeJudge(openScope(set), "a", false).git("b", "a/b", false)).toBe("ignore");
});
