// Ignore files on systems where `A` and `a` are one name. Git is the judge: with core.ignoreCase it says the same.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type * as RuleScope from "../../src/project/rule-scope.ts";
import { darwinNames, posixNames } from "../../src/system/platform/names.ts";

const PATTERNS = ["Build/", "*.LOG", "!keep.log", "/Docs/*.MD", "node_modules"];
const PATHS = [
  "build/a",
  "BUILD/a",
  "a.log",
  "A.Log",
  "KEEP.LOG",
  "docs/x.md",
  "sub/docs/x.md",
  "Node_Modules/x",
  "src/a",
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ignore-case-"));
  execFileSync("git", ["init", "-q", folder]);
  writeFileSync(join(folder, ".gitignore"), `${PATTERNS.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

function ignoredByGit(ignoreCase: boolean): readonly string[] {
  const setting = `core.ignoreCase=${ignoreCase}`;
  const words = ["-C", folder, "-c", setting, "check-ignore", "--no-index", "--stdin"];
  return execFileSync("git", words, { input: PATHS.join("\n"), encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

async function rulesWith(names: typeof posixNames): Promise<typeof RuleScope> {
  vi.resetModules();
  vi.doMock("../../src/system/platform/names.ts", () => ({ NAMES: names }));
  return import("../../src/project/rule-scope.ts");
}

it.each([
  ["Linux", posixNames],
  ["macOS", darwinNames],
])("%s: as git ignores there", async (_, names) => {
  const { judge, openRuleSet } = await rulesWith(names);
  const set = openRuleSet(PATTERNS, 0, "");
  const ignored = PATHS.filter((path) => judge(set, path, false) === "ignore");
  expect(ignored).toEqual(ignoredByGit(names.ignoreCase));
  expect(ignored.includes("BUILD/a")).toBe(names.ignoreCase);
});

it("names of one folder are judged in any case, too", async () => {
  const { judgeName, openNameMatcher } = await rulesWith(darwinNames);
  const matcher = openNameMatcher(["Makefile", "*.O"]);
  expect(["makefile", "MAKEFILE", "x.o", "x.c"].map((name) => judgeName(matcher, name, false))).toEqual([
    ...["ignore", "ignore", "ignore", null],
  ]);
});
