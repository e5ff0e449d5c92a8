import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileGlob, GLOB_LENGTH_MAX } from "../../src/system/glob.ts";
import type { Failure } from "../../src/vocabulary/failure.ts";
import { propertyRuns } from "../support/property-runs.ts";

const CASES: readonly (readonly [glob: string, matching: readonly string[], others: readonly string[]])[] = [
  ["*.ts", ["a.ts", "src/a.ts", "src/deep/a.ts"], ["a.tsx", "src/a.js"]],
  ["src/*.ts", ["src/a.ts"], ["a.ts", "src/deep/a.ts", "lib/src/a.ts"]],
  ["src/**/*.ts", ["src/a.ts", "src/b/c/a.ts"], ["a.ts", "lib/src/a.ts"]],
  ["**/test/**", ["test/a.ts", "src/test/b/c.ts"], ["tests/a.ts", "src/testing.ts"]],
  ["src", ["src/a.ts", "src/b/c.ts", "lib/src/d.ts", "src"], ["source/a.ts"]],
  ["src/", ["src/a.ts", "src/b/c.ts"], ["src", "lib/src/d.ts"]],
  ["src/search", ["src/search/a.ts", "src/search"], ["src/searching/a.ts", "lib/src/search/a.ts"]],
  ["/a.ts", ["a.ts"], ["src/a.ts"]],
  ["./src/a.ts", ["src/a.ts"], ["a.ts"]],
  ["src/{a,b}.ts", ["src/a.ts", "src/b.ts"], ["src/c.ts"]],
  ["src/{a,b/{c,d}}/x", ["src/a/x", "src/b/c/x", "src/b/d/x"], ["src/b/x"]],
  ["**/*.{ts,tsx}", ["a.ts", "b/c.tsx"], ["a.js"]],
  ["a?.ts", ["ab.ts", "x/ac.ts"], ["a.ts", "abc.ts"]],
  ["[a-c].ts", ["a.ts", "c.ts"], ["d.ts"]],
  ["[!a-c].ts", ["d.ts"], ["a.ts"]],
  ["[]x].ts", ["].ts", "x.ts"], ["a.ts"]],
  ["\\*.ts", ["*.ts"], ["a.ts"]],
  ["\\[id\\].ts", ["app/[id].ts"], ["app/i.ts"]],
  ["a**b.ts", ["ab.ts", "axxb.ts"], ["a/b.ts"]],
  [".github/*", [".github/a.yml"], ["github/a.yml"]],
  ["*", ["a", ".env", "b/c"], []],
  ["日*.ts", ["日本.ts"], ["本.ts"]],
];

describe("a glob that names files alone", () => {
  it.each([
    ["test/*", ["test/a.ts"], ["test/deep/a.ts"]],
    ["**/lo*", ["log.ts", "src/login.ts"], ["logging/main.go"]],
    ["src/", ["src/a.ts", "src/b/c.ts"], ["lib/src/d.ts"]],
    ["src/**", ["src/a.ts", "src/b/c.ts"], ["lib/src/d.ts"]],
  ])("%s takes no folder for all that is in it", (glob, matching, others) => {
    const { matches } = compileGlob(glob, "files");
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter((path) => matches(path))).toEqual([]);
  });
});

describe("compileGlob", () => {
  it.each(CASES)("%s", (glob, matching, others) => {
    const { matches } = compileGlob(glob);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it.each([
    ["", "is empty"],
    ["../secrets/*", "leave the project"],
    ["src/{a,b", "without a closing }"],
    ["src/[a-", "without a closing ]"],
    ["src/a\\", "single"],
    ["@(a|b).ts", "extended group"],
    ["a\0b", "NUL"],
    ["x".repeat(GLOB_LENGTH_MAX + 1), "over the limit"],
    ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "more than 64"],
  ])("refuses %j", (glob, why) => {
    expect(() => compileGlob(glob)).toThrowError(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining(why) as string,
        hint: expect.stringContaining("**") as string,
      }) as Failure,
    );
  });

  it("agrees with picomatch on anchored patterns", () => {
    const piece = fc.constantFrom("a", "b", "ab", "*", "?", "a*", "*b", "**", "[ab]", "{a,b}", "a.b");
    const patterns = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => `/${pieces.join("/")}`);
    const paths = fc
      .array(fc.constantFrom("a", "b", "ab", "ba", "a.b", "c"), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join("/"));
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        const body = pattern.slice(1);
        // A pattern that names a folder stands for all in it, which picomatch spells out; `a/**` is in `a`, not `a`.
        const inside = (glob: string) => glob.replace(/\/\*\*$/, "/**/*");
        const expected = picomatch.isMatch(path, [inside(body), inside(`${body}/**`)], { dot: true });
        expect(compileGlob(pattern).matches(path), `${pattern} on ${path}`).toBe(expected);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it("answers for a plain literal as for the same letters spelled out as classes", () => {
    const folders = fc.array(fc.constantFrom("a", "ab", "a.b", "日"), { maxLength: 3 });
    const literal = fc.record({
      before: fc.constantFrom("", "/", "**/", "**/*", "*"),
      names: folders.filter((names) => names.length > 0).map((names) => names.join("/")),
      after: fc.constantFrom("", "/", "/**", "/**/"),
    });
    const path = fc.array(fc.constantFrom("a", "b", "ab", "xa", "a.b", "日", "x日"), { minLength: 1, maxLength: 5 });
    const tried = fc.property(literal, path, ({ before, names, after }, parts) => {
      const spelled = `${before}${names.replace(/[^/]/g, "[$&]")}${after}`;
      const glob = `${before}${names}${after}`;
      expect(compileGlob(glob).matches(parts.join("/")), `${glob} on ${parts.join("/")}`).toBe(
        compileGlob(spelled).matches(parts.join("/")),
      );
    });
    fc.assert(tried, { numRuns: propertyRuns(5_000) });
  });

  it("matches pathological patterns on long paths in bounded time", () => {
    const path = `${"a".repeat(2_000)}/${"a".repeat(2_000)}`;
    const { matches: stars } = compileGlob(`${"*a".repeat(200)}b`);
    const { matches: folders } = compileGlob(`${"**/a*".repeat(1)}${"/**/*a".repeat(60)}/b`);
    // Each of these takes a backtracking matcher longer than the age of the universe.
    expect(stars(path)).toBe(false);
    expect(folders("a/".repeat(1_000))).toBe(false);
  });
});
