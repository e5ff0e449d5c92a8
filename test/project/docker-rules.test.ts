// Docker's reading of ignore patterns, and when such a file is set aside. The cases follow Docker's documentation
// (docs.docker.com/build/concepts/context/#dockerignore-files) and moby's patternmatcher.
import { execFileSync } from "node:child_process";
import { posix, win32 } from "node:path";
import { describe, expect, test } from "vitest";
import { anchor, parseDockerignore } from "../../src/project/docker-rules.ts";
import { isPosix } from "../support/this-system.ts";
import { useScratch } from "./scratch.ts";

const CASES: readonly { patterns: string; hides: readonly string[]; shows: readonly string[] }[] = [
  { patterns: "abc", hides: ["abc", "abc/x", "abc/d/x"], shows: ["d/abc", "abcd", "ab"] },
  { patterns: "/abc", hides: ["abc", "abc/x"], shows: ["d/abc"] },
  { patterns: "**/abc", hides: ["abc", "d/abc", "d/e/abc/x"], shows: ["xabc", "d/abcx"] },
  { patterns: "*.md", hides: ["a.md"], shows: ["d/a.md", "amd"] },
  { patterns: "**/*.md", hides: ["a.md", "d/e/a.md"], shows: ["a.mdx"] },
  { patterns: "*/temp*", hides: ["d/temp", "d/temporary/x"], shows: ["temp", "d/e/temp"] },
  { patterns: "temp?", hides: ["tempa"], shows: ["temp", "tempab", "temp/"] },
  { patterns: "*.md\n!README.md", hides: ["a.md"], shows: ["README.md"] },
  { patterns: "*.md\n!README*.md\nREADME-secret.md", hides: ["a.md", "README-secret.md"], shows: ["README.md"] },
  { patterns: "dir\n!dir/keep", hides: ["dir/x", "dir/keepx"], shows: ["dir/keep", "dir/keep/y"] },
  { patterns: "*\n!src", hides: ["a", "d/x"], shows: ["src", "src/a"] },
  { patterns: "# comment\n  abc  \n\n", hides: ["abc"], shows: ["# comment", "comment"] },
  { patterns: "./a/../b/", hides: ["b", "b/x"], shows: ["a", "a/b"] },
  { patterns: "../out", hides: [], shows: ["out", "x/out"] },
  { patterns: "a+b(c){d}|e^f$", hides: ["a+b(c){d}|e^f$"], shows: ["aab"] },
  { patterns: "[a-c]x\n[^d]y", hides: ["ax", "ey"], shows: ["dx", "dy"] },
  { patterns: "Abc", hides: ["Abc"], shows: ["abc", "ABC"] },
  { patterns: "\uFEFFabc\r\ndef\r\n", hides: ["abc", "def"], shows: ["ghi"] },
  {
    patterns: "constructor\ntoString",
    hides: ["constructor", "toString"],
    shows: ["valueOf", "__proto__", "hasOwnProperty"],
  },
];

/** Docker takes `\\` for a separator on Windows. */
const BACKSLASHES = isPosix
  ? { patterns: "a\\*b", hides: ["a*b"], shows: ["axb"] }
  : { patterns: "a\\*b", hides: ["a/xb"], shows: ["a*b"] };

test.each([...CASES, BACKSLASHES])("$patterns", ({ patterns, hides, shows }) => {
  const rules = parseDockerignore(Buffer.from(patterns));
  expect(hides.filter((path) => !rules.ignores(path))).toEqual([]);
  expect(shows.filter((path) => rules.ignores(path))).toEqual([]);
  expect(rules.setAside).toEqual([]);
});

test.each([
  ["src\\gen", "context/src\\gen", "context/src/gen"],
  ["app/(shop)/a+b^", "context/app/\\(shop\\)/a\\+b\\^", "context/app/[(]shop[)]/a[+]b[<^]"],
  ["[a(]x", "context/[a(]x", "context/[a(]x"],
])("%j is anchored as %j on POSIX, as %j on Windows, where nothing escapes", (pattern, onPosix, onWindows) => {
  expect(anchor(pattern, posix)).toBe(onPosix);
  expect(anchor(pattern, win32)).toBe(onWindows);
});

test("patterns that cannot be matched, or not in bounded time, are set aside one by one", () => {
  const rules = parseDockerignore(Buffer.from("[a\n*a*a*a*a*a*a*a*b\nplain\n"));
  expect(rules.setAside).toEqual(["[a", "*a*a*a*a*a*a*a*b"]);
  expect(rules.ignores("plain")).toBe(true);
});

describe("in a project", () => {
  const scratch = useScratch();
  const files = { "src/a.ts": "x\n", "src/b.ts": "x\n", "docs/a.md": "x\n", "src/docs/b.md": "x\n" };

  test("hides what Docker would, the exception inside an excluded folder too", async () => {
    scratch.write({ ...files, ".dockerignore": "docs\nsrc/docs\n!src/docs/b.md\n" });
    const { corpus, paths } = await scratch.search();
    expect(paths).toEqual([".dockerignore", "src/a.ts", "src/b.ts", "src/docs/b.md"]);
    expect(corpus.excluded.ignored).toEqual({ count: 1, examples: ["docs/a.md"] });
  });

  test("keeps hiding what is edited", async () => {
    scratch.write({ ...files, ".dockerignore": "docs\n" });
    const source = scratch.open();
    const { excluded } = await source.refresh();
    scratch.write({ "docs/a.md": "edited\n", "src/a.ts": "edited\n" });
    const after = await source.refresh();
    expect([...after.files.keys()]).toEqual([".dockerignore", "src/a.ts", "src/b.ts", "src/docs/b.md"]);
    expect([after.files.get("src/a.ts")?.size, after.excluded]).toEqual([7, excluded]);
  });

  test("can be turned off", async () => {
    scratch.write({ ...files, ".dockerignore": "docs\n" });
    expect((await scratch.search({ dockerignore: false })).paths).toContain("docs/a.md");
  });

  test("set aside, visibly, when it hides most of the files", async () => {
    scratch.write({ ...files, ".dockerignore": "*\n!docs\n" });
    const { corpus, paths } = await scratch.search();
    expect(paths).toHaveLength(5);
    expect(corpus.problems).toMatchObject([{ code: "DOCKERIGNORE_SET_ASIDE", path: ".dockerignore" }]);
    expect(corpus.problems[0]?.message).toContain("4 of 5 files");
  });

  test("what git tracks is the measure where there is git", async () => {
    // Untracked files that it hides do not count against it.
    const untracked = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`data/${index}.txt`, "x\n"]));
    scratch.write({ ...files, ".dockerignore": "data\n" });
    execFileSync("git", ["-C", scratch.root, "init", "-q"]);
    execFileSync("git", ["-C", scratch.root, "add", "-A"]);
    scratch.write(untracked);
    const { corpus, paths } = await scratch.search();
    expect(corpus.problems).toEqual([]);
    expect(paths.filter((path) => path.startsWith("data/"))).toEqual([]);
    execFileSync("git", ["-C", scratch.root, "add", "-A"]);
    const later = await scratch.search();
    expect(later.corpus.problems).toMatchObject([{ code: "DOCKERIGNORE_SET_ASIDE" }]);
    expect(later.paths.filter((path) => path.startsWith("data/"))).toHaveLength(9);
  });
});
