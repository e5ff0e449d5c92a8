// A sparse checkout, whose absent files use what a person asks about, changes and reviews.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Home, makeHome } from "./run-cli.ts";

let home: Home;
let folder: string;

const git = (...args: string[]): void => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { stdio: "pipe" });
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(() => {
  home = makeHome();
  folder = join(home.folder, "sparse");
  mkdirSync(folder);
  git("init", "-q", "-b", "main");
  write("src/session.ts", "export function renew(id: string): number {\n  return id.length;\n}\n");
  write("src/app.ts", "import { renew } from './session';\nexport const start = () => renew('a');\n");
  write("test/session.test.ts", "import { renew } from '../src/session';\ntest('renews', () => { renew('x'); });\n");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("sparse-checkout", "set", "--cone", "src");
});
afterAll(() => home.remove());

const ask = async (...args: string[]): Promise<string> => (await home.run(args, { cwd: folder })).stdout;

it("counts the places in absent files, and lists them where an edit leaves them", async () => {
  expect(await ask("find-references", "renew")).toContain("2 not looked at");
  const renamed = await ask("edit", "rename", "renew", "extend");
  expect(renamed).toContain(
    "left as they are, all in a file that is not checked out:\n test/session.test.ts\n  1\n  2",
  );
});

it("finds what a change breaks in absent files", async () => {
  write("src/session.ts", "export function extend(id: string): number {\n  return id.length;\n}\n");
  expect(await ask("analyze-diff")).toContain("used in test/session.test.ts:1,2");
  git("commit", "-q", "-a", "-m", "second");
  const review = await ask("review", "--mode", "commit");
  expect(review).toContain("test/session.test.ts:2  test('renews', () => { renew('x'); });");
  // A range that is not checked out: its last commit has the function, which the work tree lacks.
  git("checkout", "-q", "-b", "side", "HEAD~1");
  write("src/session.ts", "export function renew(id: string, at: number): number {\n  return id.length + at;\n}\n");
  git("commit", "-q", "-a", "-m", "side");
  git("checkout", "-q", "main");
  write("src/app.ts", "export const start = () => 0;\n");
  git("commit", "-q", "-a", "-m", "third");
  const range = await ask("analyze-diff", "--scope", "range", "--base", "main", "--ref", "side");
  expect(range).toContain("used in src/app.ts:2");
  expect(range).toContain("used in test/session.test.ts:2");
});
