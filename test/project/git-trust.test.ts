// A repository that an unpacked archive leads to is not read; worktrees and submodules, whose git folder names them, are.
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { localDisk } from "../../src/project/disk.ts";
import { findRepository } from "../../src/project/repository.ts";
import { resolveCommit } from "../../src/project/resolve-commit.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
const at = (...path: string[]): string => join(scratch.root, ...path);

beforeEach(() => {
  scratch.write({ "victim/secret.ts": "export const secret = 1;\n", "home/.gitconfig": "[safe]\n\tdirectory = *\n" });
  git("victim", "init", "-q");
  git("victim", "add", "-A");
  git("victim", "commit", "-qm", "secret");
  scratch.write({ "p/secret.ts": "export const secret = 2;\n" });
});

/** `read`, or the code and the reason. */
async function check(folder: string): Promise<string> {
  try {
    await resolveCommit(at(folder), "HEAD");
    return "read";
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

const OTHER_TREE = /^GIT_UNAVAILABLE: .*another working tree/;
const BORROWED = /^GIT_UNAVAILABLE: .*another repository/;

describe("is not read", () => {
  test("what a .git file leads to", async () => {
    scratch.write({ "p/.git": `gitdir: ${at("victim/.git")}\n` });
    expect(await check("p")).toMatch(OTHER_TREE);
    expect(findRepository(at("p"), localDisk)?.foreign).not.toBeNull();
  });

  test("what a link in place of .git leads to", async () => {
    symlinkSync(at("victim/.git"), at("p/.git"));
    expect(await check("p")).toMatch(OTHER_TREE);
  });

  test("what commondir leads to", async () => {
    scratch.write({ "p/.git/HEAD": "ref: refs/heads/master\n", "p/.git/commondir": `${at("victim/.git")}\n` });
    expect(await check("p")).toMatch(/^GIT_UNAVAILABLE: .*commondir/);
  });

  test("a worktree's folder that names another tree", async () => {
    git("victim", "worktree", "add", "-q", "../tree");
    scratch.write({ "p/.git": `gitdir: ${at("victim/.git/worktrees/tree")}\n` });
    expect(await check("p")).toMatch(OTHER_TREE);
  });

  test.each([
    ["as it is", (path: string) => path],
    ["in quotes, as git reads it too", (path: string) => `"${path}"`],
    ["after more than is read", (path: string) => `${"# nothing\n".repeat(2_000)}${path}`],
  ])("what alternates lead to, %s", async (_name, write) => {
    git("p", "init", "-q");
    mkdirSync(at("p/.git/objects/info"), { recursive: true });
    writeFileSync(at("p/.git/objects/info/alternates"), `${write(at("victim/.git/objects"))}\n`);
    writeFileSync(at("p/.git/HEAD"), `${git("victim", "rev-parse", "HEAD")}\n`);
    expect(await check("p")).toMatch(BORROWED);
  });

  test("what alternates of the repository's own alternates lead to", async () => {
    git("p", "init", "-q");
    scratch.write({ "p/.git/more/info/alternates": `${at("victim/.git/objects")}\n` });
    scratch.write({ "p/.git/objects/info/alternates": "../more\n" });
    writeFileSync(at("p/.git/HEAD"), `${git("victim", "rev-parse", "HEAD")}\n`);
    expect(await check("p")).toMatch(BORROWED);
  });

  test.each(["objects", "objects/pack"])("what a link in place of %s leads to", async (folder) => {
    git("p", "init", "-q");
    git("victim", "repack", "-adq");
    rmSync(at("p/.git", folder), { recursive: true });
    symlinkSync(at("victim/.git", folder), at("p/.git", folder));
    writeFileSync(at("p/.git/HEAD"), `${git("victim", "rev-parse", "HEAD")}\n`);
    expect(await check("p")).toMatch(BORROWED);
  });

  test.each(["index", "refs"])("what a link in place of %s leads to", async (name) => {
    git("p", "init", "-q");
    git("p", "add", "-A");
    rmSync(at("p/.git", name), { recursive: true });
    symlinkSync(at("victim/.git", name), at("p/.git", name));
    expect(await check("p")).toMatch(BORROWED);
  });

  test("a refused one inside a repository of the user, which git would find first", async () => {
    git("", "init", "-q");
    scratch.write({ "p/.git": `gitdir: ${at("victim/.git")}\n` });
    expect(await check("p")).toMatch(OTHER_TREE);
  });
});

describe("is read", () => {
  test("a repository, also below a link to its folder", async () => {
    symlinkSync(at("victim"), at("linked"));
    expect(await check("victim")).toBe("read");
    expect(await check("linked")).toBe("read");
  });

  test("a worktree, and one whose paths are relative", async () => {
    git("victim", "worktree", "add", "-q", "../tree");
    expect(await check("tree")).toBe("read");
    scratch.write({ "victim/.git/worktrees/tree/gitdir": "../../../../tree/.git\n" });
    scratch.write({ "tree/.git": "gitdir: ../victim/.git/worktrees/tree\n" });
    expect(await check("tree")).toBe("read");
  });

  test("a submodule, and one in a worktree", async () => {
    git("p", "init", "-q");
    git("p", "submodule", "--quiet", "add", "../victim", "inner");
    git("p", "commit", "-qm", "inner");
    expect(await check("p/inner")).toBe("read");
    git("p", "worktree", "add", "-q", "../tree");
    git("tree", "submodule", "--quiet", "update", "--init");
    expect(await check("tree/inner")).toBe("read");
  });

  test("a git folder elsewhere, once it names the working tree", async () => {
    renameSync(at("victim/.git"), at("elsewhere.git"));
    scratch.write({ "victim/.git": `gitdir: ${at("elsewhere.git")}\n` });
    expect(await check("victim")).toMatch(OTHER_TREE);
    git("victim", "config", "core.worktree", at("victim"));
    expect(await check("victim")).toBe("read");
  });

  test("alternates inside of the repository", async () => {
    cpSync(at("victim/.git/objects"), at("victim/.git/lent"), { recursive: true });
    rmSync(at("victim/.git/objects"), { recursive: true });
    mkdirSync(at("victim/.git/objects/info"), { recursive: true });
    appendFileSync(at("victim/.git/objects/info/alternates"), "../lent\n");
    expect(await check("victim")).toBe("read");
  });
});
