import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { globWithSlashes, pathBelow, withSlashes } from "../../../src/system/platform/below.ts";

describe("a path below a folder", () => {
  it.each([
    ["/srv/shop", "src/cart.ts", "/srv/shop/src/cart.ts"],
    ["/srv/shop", "", "/srv/shop"],
    ["/", "etc", "/etc"],
    ["/srv", "a\\b", "/srv/a\\b"],
  ])("is on POSIX %s + %s = %s", (folder, path, expected) => {
    expect(pathBelow(folder, path, posix)).toBe(expected);
    expect(posix.join(folder, path)).toBe(expected);
  });

  it.each([
    ["C:\\work\\shop", "src/cart.ts", "C:\\work\\shop\\src\\cart.ts"],
    ["C:\\work\\shop", "", "C:\\work\\shop"],
    ["C:\\", "work/shop", "C:\\work\\shop"],
    ["\\\\server\\share", "src/a/b.ts", "\\\\server\\share\\src\\a\\b.ts"],
  ])("is on Windows %s + %s = %s", (folder, path, expected) => {
    expect(pathBelow(folder, path, win32)).toBe(expected);
  });
});

it.each([
  ["src\\a\\b.ts", "src/a/b.ts"],
  ["src/a.ts", "src/a.ts"],
])("%j has slashes on Windows: %j", (written, path) => {
  expect(withSlashes(written, win32)).toBe(path);
  expect(withSlashes(written, posix)).toBe(written);
});

it.each([
  ["src\\**\\*.ts", "src/**/*.ts"],
  ["!src\\gen", "!src/gen"],
  // What stands for itself: Windows has such names.
  ["app\\\\[id\\]\\page.ts", "app/\\[id\\]/page.ts"],
  ["\\!important", "\\!important"],
])("the glob %j is %j on Windows", (written, glob) => {
  expect(globWithSlashes(written, win32)).toBe(glob);
  expect(globWithSlashes(written, posix)).toBe(written);
});
