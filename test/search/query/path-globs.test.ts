// What the path globs of one request admit together.
import { expect, test } from "vitest";
import { compilePathGlobs } from "../../../src/search/query/path-globs.ts";

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
