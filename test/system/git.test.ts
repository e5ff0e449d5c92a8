// Nothing that a hostile repository's configuration or the environment names is executed, and git's failures are told.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, parse, relative } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runGit } from "../../src/system/git.ts";
import { isPosix } from "../support/this-system.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "git-"));
  mkdirSync(join(base, "traces"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

/** A program that leaves a trace when it is run, under the name of what ran it. */
function trap(name: string): string {
  const file = join(base, `${name}.sh`);
  writeFileSync(file, `#!/bin/sh\ntouch '${join(base, "traces", name)}'\nexit 0\n`);
  chmodSync(file, 0o755);
  return file;
}

function hostileRepository(): string {
  const folder = join(base, "hostile");
  mkdirSync(folder);
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { stdio: "ignore" });
  git("init", "-q");
  writeFileSync(join(folder, "a.txt"), "a\n");
  writeFileSync(join(folder, ".gitattributes"), "* diff=evil filter=evil merge=evil\n");
  git("add", "-A");
  for (const hook of ["post-index-change", "pre-commit", "post-checkout", "fsmonitor-watchman", "query-watchman"]) {
    writeFileSync(join(folder, ".git/hooks", hook), `#!/bin/sh\ntouch '${join(base, "traces", hook)}'\n`);
    chmodSync(join(folder, ".git/hooks", hook), 0o755);
  }
  const settings: Record<string, string> = {
    "core.fsmonitor": trap("fsmonitor"),
    "core.hooksPath": join(folder, ".git/hooks"),
    "core.pager": trap("pager"),
    "pager.ls-files": trap("pager-of-command"),
    "pager.config": trap("pager-of-config"),
    "core.sshCommand": trap("ssh"),
    "core.gitProxy": trap("proxy"),
    "core.askPass": trap("askpass"),
    "core.editor": trap("editor"),
    "core.alternateRefsCommand": trap("alternate-refs"),
    "credential.helper": `!${trap("credential")}`,
    "diff.external": trap("external-diff"),
    "diff.evil.textconv": trap("textconv"),
    "diff.evil.command": trap("diff-command"),
    "filter.evil.clean": trap("clean"),
    "filter.evil.smudge": trap("smudge"),
    "filter.evil.process": trap("process"),
    "alias.ls-files": `!${trap("alias")}`,
    "gpg.program": trap("gpg"),
  };
  for (const [name, value] of Object.entries(settings)) git("config", name, value);
  return folder;
}

test("a repository whose configuration names programs: none is run, the answer is right", async () => {
  const folder = hostileRepository();
  const listed = await runGit(folder, { command: "ls-files", options: ["-z", "--cached"] });
  expect(listed).toMatchObject({ ok: true });
  expect(listed.ok && listed.stdout.toString()).toBe(".gitattributes\0a.txt\0");
  await runGit(folder, { command: "config", options: ["--global", "--get", "core.excludesFile"] });
  expect(readdirSync(join(base, "traces"))).toEqual([]);
});

// Windows starts no program by its first line.
test.runIf(isPosix)("the traps do work: without the protection git runs them", () => {
  const folder = hostileRepository();
  writeFileSync(join(folder, "a.txt"), "b\n");
  for (const command of [["ls-files", "--others"], ["status"], ["diff"]]) {
    spawnSync("git", ["-C", folder, ...command], { stdio: "ignore" });
  }
  expect(readdirSync(join(base, "traces"))).toEqual(expect.arrayContaining(["fsmonitor", "process"]));
});

test("the environment cannot redirect git", async () => {
  const folder = hostileRepository();
  const elsewhere = join(base, "elsewhere");
  execFileSync("git", ["init", "-q", elsewhere]);
  const redirections = {
    GIT_DIR: join(elsewhere, ".git"),
    GIT_WORK_TREE: elsewhere,
    GIT_INDEX_FILE: join(elsewhere, "index"),
    GIT_EXTERNAL_DIFF: trap("environment-diff"),
    GIT_SSH_COMMAND: trap("environment-ssh"),
    GIT_PAGER: trap("environment-pager"),
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.fsmonitor",
    GIT_CONFIG_VALUE_0: trap("environment-config"),
    GIT_TRACE: join(base, "traces", "trace"),
  };
  for (const [name, value] of Object.entries(redirections)) vi.stubEnv(name, value);
  const listed = await runGit(folder, { command: "ls-files", options: ["-z", "--cached"] });
  expect(listed.ok && listed.stdout.toString()).toBe(".gitattributes\0a.txt\0");
  expect(readdirSync(join(base, "traces"))).toEqual([]);
});

test("a git in the repository or in a relative PATH entry is not the git that runs", async () => {
  const folder = hostileRepository();
  writeFileSync(join(folder, "git"), `#!/bin/sh\ntouch '${join(base, "traces", "planted")}'\n`);
  chmodSync(join(folder, "git"), 0o755);
  vi.stubEnv("PATH", [".", relative(parse(folder).root, folder), "", process.env["PATH"]].join(delimiter));
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(await runGit(folder, { command: "ls-files", options: [] })).toMatchObject({ ok: true });
  } finally {
    process.chdir(before);
  }
  expect(existsSync(join(base, "traces", "planted"))).toBe(false);
});

test("failures are outcomes with a reason", async () => {
  const folder = join(base, "plain");
  mkdirSync(folder);
  expect(await runGit(folder, { command: "ls-files", options: [] })).toMatchObject({
    ok: false,
    exitCode: 128,
    reason: expect.stringMatching(/not a git repository/i),
  });
  expect(await runGit(join(base, "gone"), { command: "ls-files", options: [] })).toMatchObject({
    ok: false,
    exitCode: 128,
  });
  const full = hostileRepository();
  expect(await runGit(full, { command: "ls-files", options: [], maxBytes: 4 })).toMatchObject({
    ok: false,
    exitCode: null,
  });
  // Longer than a system takes: Node throws that.
  const unstartable = { command: "cat-file", options: ["--batch-check"], revisions: ["x".repeat(200_000)] } as const;
  expect(await runGit(full, unstartable)).toMatchObject({ ok: false });
  vi.stubEnv("PATH", "/nowhere");
  expect(await runGit(full, { command: "ls-files", options: [] })).toEqual({
    ok: false,
    exitCode: null,
    reason: "git is not installed",
  });
});

test("a git that hangs is ended; a cancelled call says so", async () => {
  // It waits for its standard input.
  const hanging = {
    command: "cat-file",
    options: ["--batch"],
    stdin: new Promise<string>(() => undefined),
  } as const;
  const folder = hostileRepository();
  expect(await runGit(folder, { ...hanging, timeoutMs: 200 })).toEqual({
    ok: false,
    exitCode: null,
    reason: "git took too long",
  });
  const stop = new AbortController();
  const running = runGit(folder, { ...hanging, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(running).rejects.toMatchObject({ code: "CANCELLED" });
});
