// A branch of edits in repositories of every kind that git makes: the commit has the session's files and nothing else, as git itself
// tells, or it is refused before any file is changed.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FileChange } from "../../../src/edits/change-set.ts";
import { type CommitOutcome, openEditStore } from "../../../src/edits/store/edit-store.ts";
import { changeSet, hashOf, openScene, treeOf } from "./store-scene.ts";

const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const IDENTITY = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "protocol.file.allow=always"];

beforeEach(() => {
  for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Repository {
  readonly base: string;
  readonly root: string;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  /** Replaces a file's text; null creates the file. */
  change(path: string, text: string): FileChange;
}

function repositoryAt(base: string, root: string): Repository {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", root, ...IDENTITY, ...args], { env: ENVIRONMENT, encoding: "utf8", stdio: "pipe" });
  const change = (path: string, text: string): FileChange => {
    if (!existsSync(join(root, path))) return { kind: "create", path, text, like: null };
    const bytes = readFileSync(join(root, path));
    return { kind: "edit", path, contentHash: hashOf(bytes), edits: [{ start: 0, end: bytes.length, text }] };
  };
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return { base, root, git, change, write };
}

async function repository(files: Record<string, string>, ...init: string[]): Promise<Repository> {
  const scene = await openScene(files);
  const made = repositoryAt(scene.base, scene.root);
  made.git("init", "-q", "-b", "main", ...init);
  made.git("config", "user.name", "Ann");
  made.git("config", "user.email", "ann@example.org");
  made.git("add", "-A");
  made.git("commit", "-qm", "start");
  return made;
}

const NAME = "edit/one";

async function applied(
  { base, root }: Repository,
  changes: readonly FileChange[],
  message = "Edit",
): Promise<CommitOutcome> {
  const store = await openEditStore({ folder: join(base, "store"), root });
  return store.apply(changeSet(changes), { branch: { name: NAME, message } });
}

/** What git tells of HEAD, the index and the working tree. */
const seen = ({ git, root }: Repository): readonly string[] => [
  git("rev-parse", "HEAD"),
  git("rev-parse", "--abbrev-ref", "HEAD"),
  readFileSync(resolve(root, git("rev-parse", "--git-path", "index").trim())).toString("hex"),
];

/** Applies, and expects the branch to differ from HEAD in these paths alone (`M a.ts`), and the user's own state to stay. */
async function expectBranch(
  repo: Repository,
  changes: readonly FileChange[],
  differing: readonly string[],
): Promise<void> {
  const before = seen(repo);
  expect(await applied(repo, changes)).toMatchObject({ kind: "committed", branch: { kind: "made" } });
  expect(seen(repo)).toEqual(before);
  const told = repo.git("diff-tree", "-r", "--no-renames", "--name-status", "HEAD", NAME).trim().split("\n");
  expect(told).toEqual(differing.map((one) => one.replace(" ", "\t")));
  expect(repo.git("fsck", "--strict", "--no-dangling")).toBe("");
}

async function expectRefused(
  repo: Repository,
  changes: readonly FileChange[],
  why: string,
  message?: string,
): Promise<void> {
  const before = { ...treeOf(repo.root), refs: repo.git("show-ref") };
  await expect(applied(repo, changes, message)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining(why),
  });
  expect({ ...treeOf(repo.root), refs: repo.git("show-ref") }).toEqual(before);
}

const FILES = { "a.ts": "a\n", "src/b.ts": "b\n" };

test("a detached HEAD", async () => {
  const repo = await repository(FILES);
  repo.git("checkout", "-q", "--detach");
  await expectBranch(repo, [repo.change("a.ts", "A\n"), repo.change("n.ts", "n\n")], ["M a.ts", "A n.ts"]);
});

test("a linked worktree: its own HEAD and index, and a branch of the common repository", async () => {
  const main = await repository(FILES);
  main.git("worktree", "add", "-q", "-b", "other", join(main.base, "linked"));
  const linked = repositoryAt(main.base, realpathSync(join(main.base, "linked")));
  const before = seen(main);
  await expectBranch(linked, [linked.change("src/b.ts", "B\n")], ["M src/b.ts"]);
  expect(seen(main)).toEqual(before);
  expect(main.git("show", `${NAME}:src/b.ts`)).toBe("B\n");
});

test("a repository of SHA-256 objects", async () => {
  const repo = await repository(FILES, "--object-format=sha256");
  await expectBranch(repo, [repo.change("a.ts", "A\n"), repo.change("src/n.ts", "n\n")], ["M a.ts", "A src/n.ts"]);
});

test("a sparse checkout: what is not checked out stays in the commit", async () => {
  const repo = await repository({ ...FILES, "far/c.ts": "c\n", "far/d/e.ts": "e\n" });
  repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "src");
  expect(existsSync(join(repo.root, "far"))).toBe(false);
  await expectRefused(repo, [repo.change("far/c.ts", "mine\n")], "far/c.ts is in HEAD already");
  await expectBranch(repo, [repo.change("src/b.ts", "B\n")], ["M src/b.ts"]);
  expect(repo.git("show", `${NAME}:far/d/e.ts`)).toBe("e\n");
});

test("two files whose names differ by case alone, whatever core.ignorecase says", async () => {
  const repo = await repository({ "src/name.ts": "small\n", "src/Name.ts": "large\n", "Src/c.ts": "c\n" });
  repo.git("config", "core.ignorecase", "true");
  await expectBranch(
    repo,
    [repo.change("src/Name.ts", "new\n"), repo.change("Src/n.ts", "n\n")],
    ["A Src/n.ts", "M src/Name.ts"],
  );
});

async function withSubmodule(): Promise<Repository> {
  const inner = await repository({ "x.ts": "x\n" });
  const repo = await repository(FILES);
  repo.git("submodule", "--quiet", "add", inner.root, "sub");
  repo.git("commit", "-qm", "submodule");
  return repo;
}

test("a submodule is not written into from above, and has a branch of its own from within", async () => {
  const repo = await withSubmodule();
  await expectRefused(repo, [repo.change("sub/x.ts", "X\n")], "sub/x.ts is in another repository");
  await expectRefused(repo, [repo.change("sub/deep/n.ts", "n\n")], "sub/deep/n.ts is in another repository");
  const within = repositoryAt(repo.base, join(repo.root, "sub"));
  within.git("config", "user.name", "Ann");
  within.git("config", "user.email", "ann@example.org");
  const before = seen(repo);
  await expectBranch(within, [within.change("x.ts", "X\n")], ["M x.ts"]);
  expect(seen(repo)).toEqual(before);
});

test("a submodule that is not checked out keeps its place", async () => {
  const repo = await withSubmodule();
  repo.git("submodule", "--quiet", "deinit", "-f", "sub");
  await expectRefused(repo, [repo.change("sub/n.ts", "n\n")], "sub is a submodule in HEAD");
});

test("a repository within the project that is no submodule", async () => {
  const repo = await repository(FILES);
  execFileSync("git", ["init", "-q", join(repo.root, "vendor/inner")], { env: ENVIRONMENT });
  await expectRefused(repo, [repo.change("vendor/inner/n.ts", "n\n")], "vendor/inner/n.ts is in another repository");
});

test("a folder where HEAD has a file, and a file where HEAD has a folder", async () => {
  const repo = await repository({ ...FILES, "c/d.ts": "d\n" });
  repo.git("rm", "-q", "--cached", "-r", "a.ts", "c");
  execFileSync("rm", ["-r", join(repo.root, "a.ts"), join(repo.root, "c")]);
  await expectRefused(repo, [repo.change("a.ts/n.ts", "n\n")], "a.ts is a file in HEAD");
  await expectRefused(repo, [repo.change("c", "n\n")], "c is a folder in HEAD");
});

test("filters as LFS has them: nothing is run, and what they changed is not committed raw", async () => {
  const repo = await repository({ ...FILES, "large.txt": "pointer\n", ".gitattributes": "*.txt filter=big -text\n" });
  const [trace, trap] = [join(repo.base, "trace"), join(repo.base, "trap.sh")];
  writeFileSync(trap, `#!/bin/sh\ntouch '${trace}'\necho smudged\n`);
  chmodSync(trap, 0o755);
  for (const name of ["clean", "smudge", "process"]) repo.git("config", `filter.big.${name}`, trap);
  repo.git("config", "filter.big.required", "true");
  repo.write("large.txt", "content\n");
  const before = repo.git("rev-parse", "HEAD");
  await expect(applied(repo, [repo.change("large.txt", "mine\n")])).rejects.toMatchObject({
    message: expect.stringContaining("large.txt differs from HEAD"),
  });
  expect(await applied(repo, [repo.change("a.ts", "A\n")])).toMatchObject({ branch: { kind: "made" } });
  expect(existsSync(trace)).toBe(false);
  expect(repo.git("rev-parse", "HEAD")).toBe(before);
});

test("a branch beside a folder of branches, and a message that git cannot store", async () => {
  const repo = await repository(FILES);
  await expectRefused(repo, [repo.change("a.ts", "A\n")], "the message has a NUL character", "one\0two");
  repo.git("branch", "edit");
  await expectRefused(repo, [repo.change("a.ts", "A\n")], "the branch edit exists already");
});
