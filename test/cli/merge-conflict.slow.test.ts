// A merge that is not finished, as a person sees it, and a repository without a commit.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Home, makeHome } from "./run-cli.ts";

let home: Home;
let folder: string;

const git = (...args: string[]): void => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { stdio: "pipe" });
};
const ask = (...args: string[]) => home.runHere([...args, "--vectors", "off"], { cwd: folder });

beforeAll(() => {
  home = makeHome();
  folder = join(home.folder, "merging");
  mkdirSync(folder);
  git("init", "-q", "-b", "main");
});
afterAll(() => home.remove());

const commit = (text: string): void => {
  writeFileSync(join(folder, "a.ts"), text);
  git("add", "-A");
  git("commit", "-q", "-m", "c");
};

it("says that there is no commit yet, whatever flag asks for one", async () => {
  const { code, stderr } = await ask("review", "--base", "main");
  expect(code).toBe(2);
  expect(stderr).toContain("error[INVALID_INPUT]: the repository has no commit yet");
});

it("is a state of the file, before and after git add", async () => {
  commit("export function renew(id: string) {\n  return id.length;\n}\n");
  git("checkout", "-q", "-b", "side");
  commit("export function renew(id: string) {\n  return id.length + 1;\n}\n");
  git("checkout", "-q", "main");
  commit("export function renew(id: string) {\n  return id.length + 2;\n}\n");
  expect(() => git("merge", "-q", "side")).toThrow();
  for (const step of [() => undefined, () => git("add", "-A")]) {
    step();
    expect((await ask("status")).stdout).toContain("in conflict: 1 file (a.ts:2)");
    const diff = (await ask("analyze-diff")).stdout;
    expect(diff).toContain("merge conflict left in the text, line 2");
    expect(diff).not.toContain("moved");
  }
  const review = await ask("review", "--mode", "staged");
  expect([review.code, review.stdout.includes("high: a merge conflict is left in the text")]).toEqual([1, true]);
});
