// Holds the pages of the rooms (src/**/README.md) to the files that they name.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";
import { withSlashes } from "../src/system/platform/below.ts";

const pages = readdirSync(packagePath("src"), { recursive: true, encoding: "utf8" })
  .map((file) => withSlashes(file))
  .filter((file) => dirname(file) !== "." && file.endsWith("README.md"));

describe.each(pages)("src/%s", (page) => {
  it("names files that exist: in its folder, in its tests, or by their whole path", () => {
    const room = dirname(page);
    const named = readFileSync(packagePath("src", page), "utf8").matchAll(/`([\w./-]+\.(?:ts|json|md))`/g);
    const missing = [...named].flatMap(([, file = ""]) => {
      const places = [join("src", room, file), join("test", room, file), join("src", file), file];
      return places.some((place) => existsSync(packagePath(place))) ? [] : [file];
    });
    expect(missing).toEqual([]);
  });
});

it("are there for each room", () => {
  const folders = readdirSync(packagePath("src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeGreaterThan(15);
  expect(folders.map(({ name }) => `${name}/README.md`).filter((page) => !pages.includes(page))).toEqual([]);
});
