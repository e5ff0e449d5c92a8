import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { hardNames } from "./hard-names.ts";
import { copyProgram, PROGRAMS } from "./programs.ts";

it("has a command for each program, and a program for each command", () => {
  expect(Object.keys(PROGRAMS).sort()).toEqual(readdirSync(packagePath("fixtures/compilers")).sort());
});

it("knows names that stand in macros, templates and attributes", () => {
  const root = packagePath("fixtures/compilers");
  const cpp = hardNames(root, ["cpp/cell.hpp", "cpp/notes.md"]);
  expect([cpp.has("Traits"), cpp.has("sum")]).toEqual([true, false]);
  expect(hardNames(root, ["rust/src/macros.rs"]).has("doubled")).toBe(true);
});

it("copies a program as a repository of its own", () => {
  const home = mkdtempSync(join(tmpdir(), "programs-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const { root, check } = copyProgram("c", { home, tools: "/tools" });
  expect(check).toContain("TOOLS='/tools'");
  expect(execFileSync("git", ["-C", root, "status", "--porcelain"], { encoding: "utf8" })).toBe("");
  expect(readdirSync(root)).toContain("cell.h");
});
