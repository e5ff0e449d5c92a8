// What counts as a rename and nothing else.
import { expect, it } from "vitest";
import { differsInNames } from "./judge-edit.ts";

it.each([
  ["a name", "open(); reopen();", "start(); reopen();", true],
  ["a shorthand that is written out", "const { open } = x;", "const { start: open } = x;", true],
  ["an alias that is there already", 'import { open as open2 } from "x";', 'import { start as open2 } from "x";', true],
  ["an alias of the same name", "export { open as open };", "export { start as open };", true],
  ["a key with a value of its own", "const x = { open: open };", "const x = { open: start };", true],
  ["something else", "open(1);", "start(2);", false],
  ["less at the end", "open();", "start()", false],
])("%s", (_, before, after, expected) => {
  expect(differsInNames(before, after, "open", "start")).toBe(expected);
});
