import { expect, test } from "vitest";
import { globsOf } from "../../../../src/page/browser/base/globs.ts";

test.each([
  ["", []],
  [" , ", []],
  ["src/**", ["src/**"]],
  ["src/**, test/** docs/*.md", ["src/**", "test/**", "docs/*.md"]],
  ["*.{ts,tsx}", ["*.{ts,tsx}"]],
  ["src/{a,b}/*.{ts,tsx},docs/**", ["src/{a,b}/*.{ts,tsx}", "docs/**"]],
  ["src/{a,b", ["src/{a", "b"]],
])("the globs of %j", (typed, globs) => {
  expect(globsOf(typed)).toEqual(globs);
});
