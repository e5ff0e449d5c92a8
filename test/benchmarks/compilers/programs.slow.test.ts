import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyProgram } from "./programs.ts";

it("copies a program as a repository of its own", () => {
  const home = mkdtempSync(join(tmpdir(), "programs-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const { root, check } = copyProgram("c", { home, tools: "/tools", set: "1" });
  expect(check).toContain("TOOLS='/tools'");
  expect(execFileSync("git", ["-C", root, "status", "--porcelain"], { encoding: "utf8" })).toBe("");
  expect(readdirSync(root)).toContain("cell.h");
});
