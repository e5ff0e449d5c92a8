// Repositories in all their shapes: nested, worktrees, submodules, a project inside a larger one, tracked files that a
// rule ignores, the user's own excludes. git says what is right wherever it can be asked.
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { resolveCommit } from "../../src/project/resolve-commit.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { isPosix } from "../support/this-system.ts";
import { useScratch } from "./scratch.ts";
import { useScratchGit } from "./scratch-git.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);

async function pathsIn(folder: string): Promise<readonly string[]> {
  const source = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
  return [...(await source.refresh()).files.keys()].filter((path) => !path.endsWith(".gitignore")).sort();
}

describe("files that git tracks are not ignored", () => {
  beforeEach(() => {
    scratch.write({
      "p/.gitignore": "build/\n*.gen.ts\n",
      "p/build/tools/release.ts": "x\n",
      "p/build/out.ts": "x\n",
      "p/api.gen.ts": "x\n",
      "p/other.gen.ts": "x\n",
    });
    git("p", "init", "-q");
  });

  test("as long as they are tracked", async () => {
    const source = openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES });
    const paths = async () => [...(await source.refresh()).files.keys()];
    expect(await paths()).toEqual([".gitignore"]);
    git("p", "add", "-f", "build/tools/release.ts", "api.gen.ts");
    expect(await paths()).toEqual([".gitignore", "api.gen.ts", "build/tools/release.ts"]);
    git("p", "rm", "-q", "--cached", "api.gen.ts");
    expect(await paths()).toEqual([".gitignore", "build/tools/release.ts"]);
  });

  test("but the project's own ignore files hide them", async () => {
    git("p", "add", "-f", ".");
    expect(await pathsIn("p")).toEqual(["api.gen.ts", "build/out.ts", "build/tools/release.ts", "other.gen.ts"]);
    scratch.write({ "p/.contextbrokerignore": "other*\n", "p/.ignore": "build/out.ts\n" });
    const paths = await pathsIn("p");
    expect(paths).toEqual([".contextbrokerignore", ".ignore", "api.gen.ts", "build/tools/release.ts"]);
  });

  test("and a broken repository is said, not guessed around", async () => {
    git("p", "add", "-f", ".");
    scratch.write({ "p/.git/index": "not an index" });
    const corpus = await openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES }).refresh();
    expect([...corpus.files.keys()]).toEqual([".gitignore"]);
    expect(corpus.problems).toMatchObject([{ code: "GIT_UNAVAILABLE" }]);
  });
});

test("other working trees inside the project are left out, and searched as projects of their own", async () => {
  scratch.write({ "p/a.ts": "1\n" });
  git("p", "init", "-q");
  git("p", "add", "-A");
  git("p", "commit", "-qm", "one");
  git("p", "worktree", "add", "-q", "inside/tree", "-b", "side");
  git("p", "init", "-q", "nested");
  scratch.write({ "p/nested/b.ts": "1\n" });
  expect(await pathsIn("p")).toEqual(["a.ts", "nested/b.ts"]);
  expect(await pathsIn("p/inside/tree")).toEqual(["a.ts"]);
  const source = openCorpus({ root: join(scratch.root, "p"), rules: { ...DEFAULT_RULES, search: ["worktree"] } });
  expect([...(await source.refresh()).files.keys()]).toContain("inside/tree/a.ts");
});

test("a repository that this git cannot read is named with what it has and which git reads it", async () => {
  scratch.write({ "p/a.ts": "1\n" });
  git("p", "init", "-q");
  git("p", "add", "-A");
  git("p", "commit", "-qm", "one");
  git("p", "config", "core.repositoryformatversion", "1");
  git("p", "config", "extensions.unheardof", "yes");
  await expect(resolveCommit(join(scratch.root, "p"), "HEAD")).rejects.toMatchObject({
    code: "GIT_UNAVAILABLE",
    message: expect.stringContaining("unknown repository extension found: unheardof"),
    hint: expect.stringMatching(/^install a newer git: .*unheardof/),
  });
});

describe("precedence", () => {
  test(".gitignore < .ignore < .contextbrokerignore, whatever the depth; what they re-include is searched whole", async () => {
    scratch.write({
      "p/.contextbrokerignore": "!/gen/\n/c.ts\n",
      "p/.ignore": "!a.ts\n!/c.ts\nb.ts\n",
      "p/.gitignore": "a.ts\nc.ts\ngen\n",
      "p/a.ts": "x\n",
      "p/b.ts": "x\n",
      "p/c.ts": "x\n",
      "p/gen/a.ts": "x\n",
      "p/gen/deep/d.ts": "x\n",
      "p/gen/c.ts": "x\n",
      "p/sub/.gitignore": "a.ts\n!c.ts\n",
      "p/sub/a.ts": "x\n",
      "p/sub/c.ts": "x\n",
    });
    const paths = await pathsIn("p");
    expect(paths.filter((path) => path.endsWith(".ts"))).toEqual([
      "a.ts",
      "gen/a.ts",
      "gen/deep/d.ts",
      "sub/a.ts",
      "sub/c.ts",
    ]);
  });

  test("the user's own excludes come last, then info/exclude, then .gitignore", async () => {
    scratch.write({
      "home/.config/git/ignore": "one\ntwo\nthree\n",
      "p/one": "x\n",
      "p/two": "x\n",
      "p/three": "x\n",
      "p/four": "x\n",
    });
    git("p", "init", "-q");
    expect(await pathsIn("p")).toEqual(["four"]);
    scratch.write({ "p/.git/info/exclude": "!two\nfour\n" });
    expect(await pathsIn("p")).toEqual(["two"]);
    scratch.write({ "p/.gitignore": "!three\n!four\n" });
    expect(await pathsIn("p")).toEqual(["four", "three", "two"]);
    scratch.write({ "home/.gitconfig": "[core]\n\texcludesFile = ~/mine\n", "home/mine": "two\n" });
    // Another file of the user's takes the default one's place; info/exclude still beats it.
    expect(await pathsIn("p")).toEqual(["four", "one", "three", "two"]);
  });

  test("the user's own excludes may be a link, as dotfiles often are", async () => {
    scratch.write({ "dotfiles/ignore": "one\n", "p/one": "x\n", "p/two": "x\n", "home/.config/git/config": "" });
    symlinkSync("../../../dotfiles/ignore", join(scratch.root, "home/.config/git/ignore"));
    git("p", "init", "-q");
    expect(await pathsIn("p")).toEqual(["two"]);
    rmSync(join(scratch.root, "dotfiles"), { recursive: true });
    const corpus = await openCorpus({ root: join(scratch.root, "p"), rules: DEFAULT_RULES }).refresh();
    expect([...corpus.files.keys()]).toEqual(["one", "two"]);
    expect(corpus.problems).toMatchObject([{ code: "IGNORE_FILE_UNREADABLE" }]);
  });

  test("a repository cannot name the user's excludes", async () => {
    scratch.write({ "p/a.ts": "x\n", "p/rules": "a.ts\n" });
    git("p", "init", "-q");
    git("p", "config", "core.excludesFile", join(scratch.root, "p/rules"));
    expect(await pathsIn("p")).toEqual(["a.ts", "rules"]);
  });
});

describe("nested repositories", () => {
  test("begin with their own rules and are searched; the project's own rules go on", async () => {
    scratch.write({
      "p/.gitignore": "*.log\n/away/\n",
      "p/.ignore": "hidden.ts\n",
      "p/sub/.gitignore": "*.tmp\n",
      "p/sub/a.log": "x\n",
      "p/sub/a.tmp": "x\n",
      "p/sub/hidden.ts": "x\n",
      "p/sub/deep/b.log": "x\n",
      "p/away/a.ts": "x\n",
      "p/empty/a.log": "x\n",
    });
    git("p", "init", "-q");
    git("p/sub", "init", "-q");
    git("p/away", "init", "-q");
    scratch.write({ "p/sub/.git/info/exclude": "deep/\n" });
    // An empty .git is no repository for git either.
    mkdirSync(join(scratch.root, "p/empty/.git"));
    expect(await pathsIn("p")).toEqual([".ignore", "sub/a.log"]);
    rmSync(join(scratch.root, "p/sub/.git"), { recursive: true });
    expect(await pathsIn("p")).toEqual([".ignore"]);
  });

  test("submodules are searched by their own rules, checked out below .git/modules", async () => {
    scratch.write({ "library/code.ts": "x\n", "library/.gitignore": "*.out\n", "p/main.ts": "x\n" });
    git("library", "init", "-q");
    git("library", "add", "-A");
    git("library", "commit", "-qm", "start");
    git("p", "init", "-q");
    git("p", "submodule", "--quiet", "add", join(scratch.root, "library"), "vendored/library");
    scratch.write({
      "p/.gitignore": "vendored/\n",
      "p/vendored/library/x.out": "x\n",
      "p/vendored/library/new.ts": "x\n",
    });
    scratch.write({ "p/.git/modules/vendored/library/info/exclude": "new.ts\n" });
    const paths = await pathsIn("p");
    expect(paths).toEqual([".gitmodules", "main.ts", "vendored/library/code.ts"]);
  });

  test("worktrees share info/exclude with the main repository", async () => {
    scratch.write({ "p/main.ts": "x\n" });
    git("p", "init", "-q");
    git("p", "add", "-A");
    git("p", "commit", "-qm", "start");
    git("p", "worktree", "add", "-q", "../tree");
    scratch.write({ "p/.git/info/exclude": "*.log\n", "tree/a.log": "x\n", "tree/new.ts": "x\n" });
    const untracked = git("tree", "ls-files", "--others", "--exclude-standard").trim();
    expect(untracked).toBe("new.ts");
    expect(await pathsIn("tree")).toEqual(["main.ts", "new.ts"]);
  });

  test("a .git that points nowhere, to itself or to a link is survived", async () => {
    scratch.write({
      "p/a/.git": "gitdir: ../../gone\n",
      "p/a/x.ts": "x\n",
      "p/b/.git": "gitdir: .git\n",
      "p/b/x.ts": "x\n",
    });
    scratch.write({ "p/d/x.ts": "x\n" });
    symlinkSync("/", join(scratch.root, "p/d/.git"));
    expect(await pathsIn("p")).toEqual(["a/x.ts", "b/x.ts", "d/x.ts"]);
  });

  test.runIf(isPosix)("a .git that is a pipe is survived", async () => {
    scratch.write({ "p/c/x.ts": "x\n" });
    execFileSync("mkfifo", [join(scratch.root, "p/c/.git")]);
    expect(await pathsIn("p")).toEqual(["c/x.ts"]);
  });
});

describe("a project inside a larger repository", () => {
  beforeEach(() => {
    scratch.write({
      "mono/.gitignore": "*.log\n/packages/app/gen/\n/app/only-at-top\nscratch/\n",
      "mono/packages/.gitignore": "/app/local.ts\n*.tmp\n",
      "mono/packages/app/a.ts": "x\n",
      "mono/packages/app/a.log": "x\n",
      "mono/packages/app/a.tmp": "x\n",
      "mono/packages/app/local.ts": "x\n",
      "mono/packages/app/gen/b.ts": "x\n",
      "mono/packages/app/app/only-at-top": "x\n",
      "mono/scratch/try.ts": "x\n",
    });
    git("mono", "init", "-q");
  });

  test("keeps the rules from above", async () => {
    scratch.write({ "mono/.git/info/exclude": "packages/app/app\n" });
    expect(await pathsIn("mono/packages/app")).toEqual(["a.ts"]);
    git("mono", "add", "-f", "packages/app/gen/b.ts");
    expect(await pathsIn("mono/packages/app")).toEqual(["a.ts", "gen/b.ts"]);
  });

  test("is searched even where the larger one ignores it", async () => {
    expect(await pathsIn("mono/scratch")).toEqual(["try.ts"]);
  });

  test("notices when the larger one comes, changes and goes", async () => {
    const source = openCorpus({ root: join(scratch.root, "mono/packages/app"), rules: DEFAULT_RULES });
    const paths = async () => [...(await source.refresh()).files.keys()];
    expect(await paths()).toEqual(["a.ts", "app/only-at-top"]);
    scratch.write({ "mono/.gitignore": "" });
    expect(await paths()).toEqual(["a.log", "a.ts", "app/only-at-top", "gen/b.ts"]);
    renameSync(join(scratch.root, "mono/.git"), join(scratch.root, "gone"));
    expect(await paths()).toContain("a.tmp");
    renameSync(join(scratch.root, "gone"), join(scratch.root, "mono/.git"));
    expect(await paths()).not.toContain("a.tmp");
  });
});
