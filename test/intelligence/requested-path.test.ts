import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { fromRoot, requestedPath } from "../../src/intelligence/requested-path.ts";

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
])("%j is %j on every system", (asked, path) => {
  expect(requestedPath(asked, posix)).toBe(path);
  expect(requestedPath(asked, win32)).toBe(path);
});

describe("a path with the separators of Windows", () => {
  it.each([
    ["src\\a.ts", "src/a.ts"],
    [".\\src/sub\\a.ts", "src/sub/a.ts"],
    ["src\\", "src"],
    [".\\", ""],
  ])("%j is %j there alone", (asked, path) => {
    expect(requestedPath(asked, win32)).toBe(path);
    expect(requestedPath(asked, posix)).toBe(asked);
  });

  it.each([
    ["src\\a.ts#Shop.add", "src/a.ts#Shop.add"],
    [".\\src\\a.ts:12-20", "src/a.ts:12-20"],
    ["lib\\a.php#App\\Shop", "lib/a.php#App\\Shop"],
    // A name of PHP.
    ["App\\Models\\Shop", "App\\Models\\Shop"],
  ])("the address %j is %j there alone", (asked, address) => {
    expect(fromRoot(asked, win32)).toBe(address);
    expect(fromRoot(asked, posix)).toBe(asked);
  });
});
