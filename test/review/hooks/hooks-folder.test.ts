import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hooksFolderOf } from "../../../src/review/hooks/hooks-folder.ts";

let root = "";

const git = (...words: readonly string[]): string => execFileSync("git", ["-C", root, ...words], { encoding: "utf8" });

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hooks-folder-")));
  git("init", "-q");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the folder of git's hooks", () => {
  it("is git's own without core.hooksPath", async () => {
    expect(await hooksFolderOf(root)).toEqual({ folder: join(root, ".git", "hooks"), form: "chain", isShared: false });
  });

  it.each([
    ["hooks", true],
    [".git/own", false],
    // Begins like the way to the parent folder, and is a folder of the project.
    ["..hooks", true],
  ])("may be %s, in the repository", async (path, isShared) => {
    git("config", "core.hooksPath", path);
    expect(await hooksFolderOf(root)).toMatchObject({ folder: join(root, path), isShared });
  });

  it.each(["..", "../others", "/usr/share/hooks"])(
    "is refused if it is %s, outside of the repository",
    async (path) => {
      git("config", "core.hooksPath", path);
      await expect(hooksFolderOf(root)).rejects.toThrow("which other repositories may use");
    },
  );
});
