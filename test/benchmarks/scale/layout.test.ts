// Where copied files stand.
import { describe, expect, it } from "vitest";
import { commonFolder, homeOf, pathInPackage } from "./layout.ts";

describe("the layout of a generated project", () => {
  it.each<[string, string[], string]>([
    ["one file", ["a/b/c.ts"], "a/b/"],
    ["neighbours", ["a/b/c.ts", "a/b/d/e.ts"], "a/b/"],
    ["names that only begin alike", ["src/parse.ts", "src/parser/a.ts"], "src/"],
    ["nothing in common", ["a/b.ts", "c/d.ts"], ""],
    ["no file", [], ""],
  ])("common folder: %s", (_, paths, expected) => {
    expect(commonFolder(paths)).toBe(expected);
  });

  it.each<[string, string, string]>([
    ["lib/parse/index.ts", "lib/", "src/parse/index.ts"],
    ["lib/test/parse.ts", "lib/test/", "test/parse.ts"],
    ["lib/test/parse.ts", "lib/", "src/test/parse.ts"],
    ["docs/guide/start.md", "docs/", "docs/guide/start.md"],
    ["latest/parse.ts", "", "src/latest/parse.ts"],
  ])("%s below %j", (path, common, expected) => {
    expect(pathInPackage(path, common)).toBe(expected);
  });

  it("puts a package where most of its files' language lives", () => {
    expect(homeOf(["a.rs", "b.rs", "c.ts"])).toBe("crates");
    expect(homeOf(["a.rs", "b.vue", "c.ts"])).toBe("packages");
    expect(homeOf([])).toBe("packages");
  });
});
