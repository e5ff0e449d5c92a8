import { expect, it } from "vitest";
import { requestedPath } from "../../src/intelligence/requested-path.ts";
import { posixWrittenPaths, windowsWrittenPaths } from "../../src/system/platform/written-paths.ts";

it.each([
  ["src/a.ts", "src/a.ts"],
  ["./src/a.ts", "src/a.ts"],
  ["././src/a.ts", "src/a.ts"],
  ["src/", "src"],
  ["./src//", "src"],
  [".", ""],
  ["./", ""],
  ["", ""],
  // What is above the project, and hidden files, stay what they are.
  ["../src", "../src"],
  [".github/", ".github"],
  [" a.ts", " a.ts"],
])("%j is %j", (asked, path) => {
  expect(requestedPath(asked)).toBe(path);
});

it.each([
  [".\\src\\shop\\", "src/shop", ".\\src\\shop\\"],
  ["src\\a.ts", "src/a.ts", "src\\a.ts"],
])("%j is %j on Windows, where shells complete it so, and a name on POSIX", (asked, windows, posix) => {
  expect([windowsWrittenPaths, posixWrittenPaths].map((rules) => requestedPath(asked, rules))).toEqual([
    windows,
    posix,
  ]);
});
