// The lists of library members: each language that has one names it, each list is used, complete, and can be written again.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isLibraryMember } from "../../src/languages/library-members.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { packagePath } from "../../src/system/package-root.ts";

const folders = readdirSync(packagePath("src", "languages")).filter((folder) =>
  existsSync(packagePath("src", "languages", folder, "library-members.txt")),
);

describe("members of a language's library", () => {
  it.each([
    ["java", "computeIfAbsent", true],
    ["java", "mapNotNull", false],
    ["kotlin", "computeIfAbsent", true],
    ["kotlin", "mapNotNull", true],
    ["scala", "foldLeft", true],
    ["scala", "charAt", true],
    ["csharp", "FirstOrDefault", true],
    ["csharp", "SaveChangesAsync", true],
    ["php", "getAttribute", true],
    ["php", "assertSame", true],
    ["python", "returncode", true],
    ["ruby", "any?", true],
    ["vue", "addEventListener", true],
    ["typescript", "flatMap", true],
    ["typescript", "any?", false],
    ["go", "String", false],
    [null, "flatMap", false],
  ])("of %s: %s %s", (language, name, expected) => {
    expect(isLibraryMember(name, language)).toBe(expected);
  });

  it("are in lists that languages name, and only there", () => {
    const named = new Set(LANGUAGES.flatMap(({ libraryMembers = [] }) => libraryMembers));
    expect([...named].sort()).toEqual(folders);
  });

  it.each(folders)("of %s are sorted names after a head, and a script writes them", (folder) => {
    const lines = readFileSync(packagePath("src", "languages", folder, "library-members.txt"), "utf8")
      .trimEnd()
      .split("\n");
    const names = lines.filter((line) => !line.startsWith("#"));
    expect(lines[0]).toContain(`generate:library-members -- ${folder}\``);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names.filter((name) => !/^\p{L}[\p{L}\p{N}_]{2,}[\p{L}\p{N}_?!]$/u.test(name))).toEqual([]);
    expect(readdirSync(packagePath("test", "languages", folder)).join(" ")).toMatch(
      /library-members\.(?:mjs|py|rb|php|java)/,
    );
  });
});
