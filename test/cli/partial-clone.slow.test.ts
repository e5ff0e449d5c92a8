// A clone that lacks the content of a changed file, and files of secrets that a change adds, as a person reviews them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Home, makeHome } from "./run-cli.ts";

const REVIEW = ["review", "--vectors", "off", "--base"];

let home: Home;
beforeAll(() => {
  home = makeHome();
});
afterAll(() => home.remove());

const git = (folder: string, ...args: string[]): void => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { stdio: "pipe" });
};

function commit(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), text);
  }
  git(folder, "add", "-A", "-f");
  git(folder, "commit", "-q", "-m", "c");
}

it("is not reviewed where git lacks the content of a changed file, unless what is not checked requests changes", async () => {
  const origin = join(home.folder, "origin");
  mkdirSync(origin);
  git(origin, "init", "-q", "-b", "main");
  commit(origin, { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
  git(origin, "tag", "first");
  commit(origin, { "a.ts": "export const a = 2;\n" });
  git(origin, "config", "uploadpack.allowFilter", "true");
  const part = join(home.folder, "part");
  git(home.folder, "clone", "-q", "--no-local", "--filter=blob:none", `file://${origin}`, part);
  git(part, "remote", "set-url", "origin", "file:///gone");
  const review = (...more: string[]) => home.runHere([...REVIEW, "first", ...more], { cwd: part });

  const refused = await review();
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("git does not have the content of a.ts here");
  const requested = await review("--review-incomplete", "request-changes");
  expect([requested.code, requested.stdout.split(":")[0]]).toEqual([1, "changes requested"]);
});

it("finds a file of secrets that is committed, and shows nothing of it", async () => {
  const folder = join(home.folder, "keys");
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  commit(folder, { "a.ts": "export const a = 1;\n", ".gitignore": ".env\n" });
  git(folder, "checkout", "-q", "-b", "topic");
  commit(folder, { ".env": "DB_PASSWORD=9f27ac61be03d58f41\n" });
  const { code, stdout } = await home.runHere([...REVIEW, "main"], { cwd: folder });
  expect(code).toBe(1);
  expect(stdout).toContain("a file of secrets is added to the repository: the value of DB_PASSWORD");
  expect(stdout).not.toContain("9f27");
});
