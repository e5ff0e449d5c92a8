import { expect, it } from "vitest";
import { requestedPath } from "../../src/intelligence/requested-path.ts";

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
