import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { hardNames } from "./hard-names.ts";
import { PROGRAMS } from "./programs.ts";

it("has a command for each program, and a program for each command", () => {
  for (const set of readdirSync(packagePath("fixtures/compilers"))) {
    expect(Object.keys(PROGRAMS).sort()).toEqual(readdirSync(packagePath("fixtures/compilers", set)).sort());
  }
});

it("knows names that stand in macros, templates and attributes", () => {
  const root = packagePath("fixtures/compilers/1");
  const cpp = hardNames(root, ["cpp/cell.hpp", "cpp/notes.md"]);
  expect([cpp.has("Traits"), cpp.has("sum")]).toEqual([true, false]);
  expect(hardNames(root, ["rust/src/macros.rs"]).has("doubled")).toBe(true);
});
