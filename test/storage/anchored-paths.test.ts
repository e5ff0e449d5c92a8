import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathBelow } from "../../src/storage/anchored-paths.ts";
import { posixNames, windowsNames } from "../../src/system/platform/names.ts";

test.each([
  ["/srv/shop", "/srv/shop/src/a.ts", "src/a.ts"],
  ["/srv/shop/", "/srv/shop/src//a.ts", "src/a.ts"],
  ["/srv/shop", "/srv/shop/src/../b.ts", "b.ts"],
  ["/", "/a", "a"],
  ["/srv/shop", "/srv/shop/..a", "..a"],
  ["/srv/shop", "/srv/shop/a\\b", "a\\b"],
  ["/srv/shop", "/srv/shop", null],
  ["/srv/shop", "/srv/shopping/a", null],
  ["/srv/shop", "/srv/shop/../a", null],
  ["/srv/shop", "/etc/passwd", null],
  ["/srv/shop", "src/a.ts", null],
  ["/srv/shop", "C:\\shop\\a", null],
  ["work/shop", "work/shop/a", null],
  ["", "/a", null],
  ["C:\\shop", "C:\\shop\\src\\a.ts", "src/a.ts"],
  ["C:\\shop", "c:/SHOP/src/a.ts", "src/a.ts"],
  ["C:\\shop", "C:\\shop\\..\\a", null],
  ["C:\\shop", "D:\\shop\\a", null],
  ["C:\\shop", "/shop/a", null],
  ["\\\\server\\share\\shop", "\\\\server\\share\\shop\\a", "a"],
  ["\\\\server\\share\\shop", "\\\\other\\share\\shop\\a", null],
])("below %j, %j is %j", (root, path, expected) => {
  expect(pathBelow(root, path, posixNames)).toBe(expected);
});

test.each(["/shop/a\\..\\..\\b", "/shop/C:", "/shop/a:stream"])("%j could be elsewhere on Windows", (path) => {
  expect(pathBelow("/shop", path, posixNames)).not.toBeNull();
  expect(pathBelow("/shop", path, windowsNames)).toBeNull();
});

test("whatever is below stays below when it is set under another root", () => {
  const step = fc.oneof(fc.constantFrom("..", ".", "", "a", "..."), fc.string({ maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const below = pathBelow("/stored/root", `/stored/root/${steps.join("/")}`, posixNames);
      if (below !== null) {
        expect(posix.join("/here", below)).toBe(`/here/${below}`);
      }
    }),
  );
});
