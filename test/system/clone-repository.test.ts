// Repositories of another machine, served over real HTTP by git itself: what is cloned, what is refused, and that nothing of it runs a program.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CloneRequest, cloneRepository, isRemote } from "../../src/system/clone-repository.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { serveGit } from "../support/git-server.ts";

let folder: { readonly path: string; remove(): void };
let server: Server;
let address = "";
let count = 0;
/** What the requests wait for. */
let isSlow = false;

beforeAll(async () => {
  folder = temporaryFolder();
  const work = join(folder.path, "work");
  const canary = join(folder.path, "canary");
  mkdirSync(work);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always", ...args], {
      cwd: work,
      stdio: "pipe",
    });
  git("init", "-q", "-b", "main");
  writeFileSync(join(work, "a.ts"), "export const a = 1;\n");
  // A filter that nobody has configured here, and one that a user has.
  writeFileSync(join(work, ".gitattributes"), "*.ts filter=evil\n*.bin filter=lfs\n");
  writeFileSync(join(work, "big.bin"), "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n");
  writeFileSync(join(work, ".lfsconfig"), "[lfs]\n\turl = http://127.0.0.1:1/\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("submodule", "add", "-q", work, "sub");
  git("commit", "-q", "-m", "second");
  execFileSync("git", ["clone", "-q", "--bare", work, join(folder.path, "served.git")]);
  writeFileSync(
    join(folder.path, "gitconfig"),
    `[filter "evil"]\n\tsmudge = touch ${canary}\n[core]\n\thooksPath = ${folder.path}/hooks\n[init]\n\ttemplateDir = ${folder.path}/template\n[credential]\n\thelper = "!touch ${canary}"\n`,
  );
  mkdirSync(join(folder.path, "hooks"));
  writeFileSync(join(folder.path, "hooks", "post-checkout"), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  server = serveGit(folder.path, () => isSlow);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  folder.remove();
});

async function clone(url: string, changes: Partial<CloneRequest> = {}) {
  count += 1;
  const target = join(folder.path, `clone-${count}`);
  const error = await cloneRepository({
    url,
    folder: target,
    bytesMax: 50_000_000,
    timeMsMax: 20_000,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...changes,
  }).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { target, error };
}

it("clones one commit, without submodules, and runs nothing", async () => {
  const before = process.env["GIT_CONFIG_GLOBAL"];
  process.env["GIT_CONFIG_GLOBAL"] = join(folder.path, "gitconfig");
  const { target, error } = await clone(`${address}/served.git`);
  process.env["GIT_CONFIG_GLOBAL"] = before;
  if (before === undefined) {
    delete process.env["GIT_CONFIG_GLOBAL"];
  }
  expect(error).toBeNull();
  expect(readFileSync(join(target, "a.ts"), "utf8")).toBe("export const a = 1;\n");
  expect(readFileSync(join(target, "big.bin"), "utf8")).toContain("git-lfs");
  expect(existsSync(join(target, "sub", "a.ts"))).toBe(false);
  expect(execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: target, encoding: "utf8" }).trim()).toBe("1");
  expect(existsSync(join(folder.path, "canary"))).toBe(false);
});

it.each([
  ["file:///etc", "no https address"],
  ["http://example.org/a.git", "no https address"],
  ["ssh://git@example.org/a.git", "no https address"],
  ["git@example.org:a.git", "no https address"],
  ["ext::sh -c touch", "no https address"],
  ["https://user:word@example.org/a.git", "a user name or a password"],
  ["--upload-pack=touch", "no https address"],
])("%s is refused", async (url, reason) => {
  const { target, error } = await clone(url);
  expect(error).toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining(reason) });
  expect(existsSync(target)).toBe(false);
});

it.each<[string, string, Partial<CloneRequest>, boolean, object]>([
  ["a repository that is not there", "/none.git", {}, false, { code: "GIT_UNAVAILABLE" }],
  ["one that is too large", "/served.git", { bytesMax: 1_000 }, false, { code: "GIT_UNAVAILABLE" }],
  ["a server that never answers", "/served.git", { timeMsMax: 400 }, true, { code: "GIT_UNAVAILABLE" }],
  ["a user who gave up", "/served.git", { signal: AbortSignal.timeout(300) }, true, { code: "CANCELLED" }],
])("%s leaves nothing behind, and is said", async (_, path, changes, slow, expected) => {
  isSlow = slow;
  const { target, error } = await clone(
    `${address}${path}`,
    "signal" in changes ? { signal: AbortSignal.timeout(300) } : changes,
  );
  isSlow = false;
  server.closeAllConnections();
  expect(error).toMatchObject(expected);
  expect(existsSync(target)).toBe(false);
});

it.each([
  ["https://example.org/a.git", true],
  ["git@example.org:a.git", true],
  ["ext::sh", false],
  ["/home/me/app", false],
  ["C:\\app", false],
  ["app", false],
])("%s is remote: %s", (named, remote) => {
  expect(isRemote(named)).toBe(remote);
});
