// Names by the rules of three systems: what is a name at all, and what a system takes for git's folder.
import { win32 } from "node:path";
import { expect, it } from "vitest";
import { isInTree } from "../../../src/edits/store/plan-changes.ts";
import { isInside } from "../../../src/system/platform/inside.ts";
import { darwinNames, posixNames, windowsNames } from "../../../src/system/platform/names.ts";

it.each([
  "src/a.ts",
  "a b/c.txt",
  ".gitignore",
  "ünï/文.md",
  "console.ts",
  "auxiliary/com.ts",
  "com10",
  "nul-object.ts",
  "a~1",
])("%j is a path on every system", (path) => {
  for (const names of [posixNames, darwinNames, windowsNames]) expect(isInTree(path, names)).toBe(true);
});

it.each([
  ["a separator", "a\\b"],
  ["a drive", "C:"],
  ["a drive's folder", "c:/x"],
  ["a stream", "a.ts:hidden"],
  ["a device", "src/NUL"],
  ["a device with an ending", "aux.ts"],
  ["a device in a folder's place", "con/a.ts"],
  ["a device with blanks", "com1 .txt"],
  ["a device of a superscript", "lpt²"],
  ["a name that loses its dot", "src/a.ts."],
  ["a name that loses its blank", "src /a.ts"],
  ["a wildcard", "a*.ts"],
  ["a control character", "a\nb"],
])("Windows: %s is refused, POSIX takes it for a name: %j", (_, path) => {
  expect(isInTree(path, windowsNames)).toBe(false);
  expect(isInTree(path, posixNames)).toBe(true);
});

it.each(["a\\..\\..\\b", "C:\\x", "c:x", "\\\\server\\share\\x", "/\\..\\x"])(
  "Windows: %j would lead out of the project by Node's own rules, and is no path in it",
  (path) => {
    expect(isInside("D:\\project", win32.resolve("D:\\project", path), win32)).toBe(false);
    expect(isInTree(path, windowsNames)).toBe(false);
  },
);

it.each([
  [".git", true, true, true],
  [".GIT", true, true, true],
  [".git.", false, false, true],
  [".git ", false, false, true],
  [".git . .", false, false, true],
  ["git~1", false, false, true],
  ["GIT~12", false, false, true],
  [".git::$INDEX_ALLOCATION", false, false, true],
  [".g\u200cit", false, true, false],
  ["\ufeff.git", false, true, false],
  [".gitx", false, false, false],
  ["git", false, false, false],
])("%j is git's folder: on POSIX %s, on macOS %s, on Windows %s", (name, posix, darwin, windows) => {
  const found = [posixNames, darwinNames, windowsNames].map((names) => names.isGitFolder(name));
  expect(found).toEqual([posix, darwin, windows]);
  if (darwin) expect(isInTree(`a/${name}/config`, darwinNames)).toBe(false);
  if (windows) expect(isInTree(`a/${name}/config`, windowsNames)).toBe(false);
});

it("no system has a name with NUL", () => {
  for (const names of [posixNames, darwinNames, windowsNames]) expect(names.canName("a\0b")).toBe(false);
});
