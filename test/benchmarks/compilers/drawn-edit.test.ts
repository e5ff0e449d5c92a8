// New names that a compiler has no remark about.
import { expect, it } from "vitest";
import { newName } from "./drawn-edit.ts";

it.each([
  ["size", "a.rs", "size_renamed"],
  ["size", "a.py", "size_renamed"],
  ["size", "a.java", "sizeRenamed"],
  ["max_size", "a.cpp", "max_size_renamed"],
  ["Store", "a.rs", "StoreRenamed"],
  ["MAX", "a.py", "MAX_RENAMED"],
])("%s in %s becomes %s", (old, path, expected) => {
  expect(newName(old, path)).toBe(expected);
});
