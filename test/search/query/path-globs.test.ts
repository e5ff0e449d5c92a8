// What the path globs of one request admit together.
import { expect, test } from "vitest";
import { admittedPaths, asNamed, compilePathGlobs, isExpensive } from "../../../src/search/query/path-globs.ts";

test("a path with brackets is meant as it is written, beside what it means as a glob", () => {
  const admitted = (pattern: string, ...paths: readonly string[]): string[] =>
    paths.filter(compilePathGlobs([pattern]).admits);
  expect(admitted("app/[id]/page.tsx", "app/[id]/page.tsx", "app/i/page.tsx", "app/x/page.tsx")).toEqual([
    "app/[id]/page.tsx",
    "app/i/page.tsx",
  ]);
  expect(admitted("app/[id]", "app/[id]/page.tsx", "app/[idea]/page.tsx")).toEqual(["app/[id]/page.tsx"]);
  expect(admitted("app/(shop)/**", "app/(shop)/a/b.tsx", "app/shop/b.tsx")).toEqual(["app/(shop)/a/b.tsx"]);
  expect(compilePathGlobs(["!app/[id]/page.tsx"]).admits("app/[id]/page.tsx")).toBe(false);
});

test("a step that is the name of a folder means that folder, wherever the project has one", () => {
  const paths = ["app/[slug]/page.ts", "app/s/page.ts", "app/(shop)/[...rest]/a.ts", "lib/{x}/b.ts", "lib/x/b.ts"];
  const admitted = (pattern: string): string[] => paths.filter(compilePathGlobs(asNamed([pattern], paths)).admits);
  expect(admitted("app/[slug]/**")).toEqual(["app/[slug]/page.ts"]);
  expect(admitted("app/[slug]")).toEqual(["app/[slug]/page.ts"]);
  expect(admitted("!app/[slug]/**")).toEqual(paths.slice(1));
  expect(admitted("**/[...rest]/*.ts")).toEqual(["app/(shop)/[...rest]/a.ts"]);
  expect(admitted("lib/{x}/*")).toEqual(["lib/{x}/b.ts"]);
  expect(admitted("app/[r-t]/**")).toEqual(["app/s/page.ts"]);
});

test.each([".", "./"])("%s is the whole project", (pattern) => {
  expect(compilePathGlobs([pattern]).admits("src/a.ts")).toBe(true);
});

const PATHS = Array.from(
  { length: 3_000 },
  (_, at) => `packages/part-${at % 50}/src/file-${at}.${at % 3 ? "ts" : "py"}`,
);
/** Ways through it grow with each letter. */
const SLOW = `${"*a".repeat(150)}b`;

test.each([
  ["a folder, by a look at the text", ["packages/**"], false],
  ["a name's end, likewise", ["*.ts"], false],
  ["a class and stars, in steps", ["packages/part-[0-9]/**/file-*1.ts"], false],
  ["long ones", Array.from({ length: 32 }, () => SLOW), true],
])("is it expensive to try %s?", (_, patterns, expensive) => {
  expect(isExpensive(compilePathGlobs(patterns), PATHS)).toBe(expensive);
});

test.each([[["packages/part-[0-9]/**/file-*1.ts"]], [["*.py", "!packages/part-1*/**"]], [["nowhere/[a-z]*"]]])(
  "%j admits the same with pauses",
  async (patterns) => {
    const globs = compilePathGlobs(patterns);
    expect([...(await admittedPaths(globs, PATHS, undefined))]).toEqual(PATHS.filter(globs.admits));
  },
);

test("globs that take too long are given up, with what to do instead", async () => {
  await expect(admittedPaths(compilePathGlobs([SLOW]), PATHS, undefined, 1)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/3000 paths takes longer than 0.001 s/),
    hint: expect.stringMatching(/fewer and simpler/),
  });
});

test("globs of too many steps are refused: one path alone could take seconds", () => {
  const complex = Array.from({ length: 32 }, () => `{${"*a,".repeat(60)}b}${"*a?".repeat(100)}c`);
  expect(() => compilePathGlobs(complex)).toThrowError(expect.objectContaining({ code: "INVALID_INPUT" }));
});

test("other work runs while many paths are tried, and can stop it", async () => {
  const stop = new AbortController();
  const slow = compilePathGlobs(Array.from({ length: 32 }, () => SLOW));
  const tried = admittedPaths(slow, PATHS, stop.signal);
  setImmediate(() => stop.abort());
  await expect(tried).rejects.toMatchObject({ code: "CANCELLED" });
});
