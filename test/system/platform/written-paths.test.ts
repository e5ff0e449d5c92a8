import { describe, expect, it } from "vitest";
import { posixWrittenPaths, windowsWrittenPaths } from "../../../src/system/platform/written-paths.ts";

describe("a path as it was written", () => {
  it.each(["src/cart.ts", "src\\cart.ts", "a\\"])("stays on POSIX: %s", (path) => {
    expect(posixWrittenPaths.slashed(path)).toBe(path);
    expect(posixWrittenPaths.slashedGlob(path)).toBe(path);
  });

  it.each([
    ["src\\shop\\cart.ts", "src/shop/cart.ts"],
    ["src/shop\\cart.ts", "src/shop/cart.ts"],
    [".\\src\\", "./src/"],
    ["src/cart.ts", "src/cart.ts"],
  ])("has slashes on Windows: %s", (path, expected) => {
    expect(windowsWrittenPaths.slashed(path)).toBe(expected);
  });

  it.each([
    ["src\\*.ts", "src/*.ts"],
    ["src\\**\\*.ts", "src/**/*.ts"],
    ["!src\\{a,b}\\?.ts", "!src/{a,b}/?.ts"],
    ["app\\(shop)\\page.tsx", "app/(shop)/page.tsx"],
    // Still the letter itself.
    ["app/\\[id\\]/page.tsx", "app/\\[id\\]/page.tsx"],
  ])("has slashes in a glob on Windows: %s", (glob, expected) => {
    expect(windowsWrittenPaths.slashedGlob(glob)).toBe(expected);
  });
});
