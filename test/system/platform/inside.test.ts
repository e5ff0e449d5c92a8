// Whether a path lies in a folder, by the rules of POSIX and of Windows, whichever system runs the test.
import { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { isInside } from "../../../src/system/platform/inside.ts";

it.each([
  ["/a", "/a", true],
  ["/a", "/a/b/c", true],
  ["/a", "/ab", false],
  ["/a", "/", false],
  ["/a/b", "/a", false],
  ["/a", "/a/..b", true],
  ["/a", "/a/../b", false],
  ["/a", "/A/b", false],
  ["/", "/a", true],
  ["/a", "/a\\b", false],
])("POSIX: %s holds %s: %s", (folder, path, expected) => {
  expect(isInside(folder, path, posix)).toBe(expected);
});

it.each([
  ["C:\\a", "C:\\a", true],
  ["C:\\a", "c:\\A\\b", true],
  ["C:\\a", "C:/a/b", true],
  ["C:\\a", "C:\\ab", false],
  ["C:\\a", "D:\\a\\b", false],
  ["C:\\", "C:\\a", true],
  ["C:\\a", "C:\\a\\..\\b", false],
  ["C:\\a", "C:\\a\\..b", true],
  ["\\\\server\\share", "\\\\server\\share\\a", true],
  ["\\\\server\\share\\a", "\\\\SERVER\\share\\A\\b", true],
  ["\\\\server\\share", "\\\\server\\other\\a", false],
  ["\\\\server\\share", "C:\\a", false],
  ["C:\\a", "\\\\server\\share\\a", false],
])("Windows: %s holds %s: %s", (folder, path, expected) => {
  expect(isInside(folder, path, win32)).toBe(expected);
});
