// A git that never answers costs two seconds once: a pipe in the repository, a program that ignores its end of the pipe.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GitOutcome, GitRequest } from "../../src/system/git.ts";

let base: string;
/** With a memory of its own. */
let runGit: (folder: string, request: GitRequest) => Promise<GitOutcome>;

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "git-"));
  vi.resetModules();
  ({ runGit } = await import("../../src/system/git.ts"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

const LISTING: GitRequest = { command: "ls-files", options: ["-z"], timeoutMs: 30_000 };
const HUNG: GitOutcome = { ok: false, exitCode: null, reason: "git took too long" };

async function timed(folder: string, request: GitRequest) {
  const start = performance.now();
  const outcome = await runGit(folder, request);
  return { outcome, ms: performance.now() - start };
}

/** Puts a program of this text before git on the PATH. */
function replaceGit(script: string): void {
  writeFileSync(join(base, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(base, "git"), 0o755);
  vi.stubEnv("PATH", `${base}${delimiter}${process.env["PATH"]}`);
}

function repository(name: string): string {
  const folder = join(base, name);
  mkdirSync(folder);
  execFileSync("git", ["init", "-q", folder]);
  return folder;
}

test("a pipe in place of the index: ended after two seconds, then refused at once, and other commands still run", async () => {
  const folder = repository("piped");
  expect((await timed(folder, { command: "rev-parse", options: ["--is-shallow-repository"] })).outcome.ok).toBe(true);
  execFileSync("mkfifo", [join(folder, ".git/index")]);
  const first = await timed(folder, LISTING);
  expect(first.outcome).toEqual(HUNG);
  expect(first.ms).toBeGreaterThan(1_500);
  expect(first.ms).toBeLessThan(6_000);
  const second = await timed(folder, LISTING);
  expect(second.outcome).toEqual(HUNG);
  expect(second.ms).toBeLessThan(500);
  expect((await timed(folder, { command: "rev-parse", options: ["--is-shallow-repository"] })).outcome.ok).toBe(true);
});

test("a program that leaves a child with its end of the pipe is not waited for", async () => {
  replaceGit("sleep 20 & wait");
  const { outcome, ms } = await timed(base, LISTING);
  expect(outcome).toEqual(HUNG);
  expect(ms).toBeLessThan(8_000);
});

test("a git that goes on printing is not hung, however long it takes", async () => {
  replaceGit("for i in 1 2 3 4 5; do printf 'x'; sleep 0.7; done");
  const { outcome } = await timed(base, LISTING);
  expect(outcome.ok && outcome.stdout.toString()).toBe("xxxxx");
});
