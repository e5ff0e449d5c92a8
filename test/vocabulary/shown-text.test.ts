import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { formatNumber } from "../../src/vocabulary/shown-text.ts";

test("numbers are grouped by thousands", () => {
  expect([0, 999, 1_234_567, -1_000, 2.5].map(formatNumber)).toEqual(["0", "999", "1,234,567", "-1,000", "2.5"]);
});

test("no other file of src/ does it by itself", () => {
  const others = readdirSync(packagePath("src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => /\.toLocaleString\(/.test(readFileSync(packagePath("src", path), "utf8")));
  expect(others).toEqual([]);
});
