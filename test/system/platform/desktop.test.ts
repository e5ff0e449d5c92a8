// Folders that no project is in, by each system's own names and path rules.
import { posix, win32 } from "node:path";
import { expect, it } from "vitest";
import { darwinDesktop, unixDesktop, windowsDesktop } from "../../../src/system/platform/desktop.ts";
import { isInside } from "../../../src/system/platform/inside.ts";

const WINDOWS = {
  SystemRoot: "C:\\Windows",
  ProgramFiles: "C:\\Program Files",
  LOCALAPPDATA: "D:\\Users\\a\\AppData\\Local",
};

it.each([
  ["Linux", unixDesktop, posix, "/usr/lib/x", true],
  ["Linux", unixDesktop, posix, "/usrlocal", false],
  ["Linux", unixDesktop, posix, "/Applications", false],
  ["macOS", darwinDesktop, posix, "/Applications/Claude.app", true],
  ["macOS", darwinDesktop, posix, "/Users/a/code", false],
  ["Windows", windowsDesktop, win32, "c:\\windows\\System32", true],
  ["Windows", windowsDesktop, win32, "D:\\users\\A\\appdata\\local\\Claude", true],
  ["Windows", windowsDesktop, win32, "D:\\Windows", false],
  ["Windows", windowsDesktop, win32, "\\\\server\\share\\Windows", false],
  ["Windows", windowsDesktop, win32, "C:\\code", false],
] as const)("%s: a project-less folder: %s %s", (_, desktop, rules, folder, expected) => {
  expect(desktop.systemFolders(WINDOWS).some((place) => isInside(place, folder, rules))).toBe(expected);
});

it("a variable that Windows does not set is no folder", () => {
  expect(windowsDesktop.systemFolders({ SystemRoot: "C:\\Windows" })).toEqual(["C:\\Windows"]);
});
