// Which commits of a repository are drawn, over one that git makes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitsOf, gitIn } from "./review-commits.ts";

const root = mkdtempSync(join(tmpdir(), "review-commits-"));
const git = (...args: string[]): string =>
  gitIn(root, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args);

function commit(subject: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, name), text);
  }
  git("add", "-A");
  git("commit", "--quiet", "--message", subject);
}

beforeAll(() => {
  git("init", "--quiet", "--initial-branch=main");
  const use = { "b.py": "from a import opened\n\nopened()\n" };
  commit("Begin", { "a.py": "def opened():\n    pass\n", ...use });
  git("checkout", "--quiet", "-b", "topic");
  commit("Rename", { "a.py": "def shut():\n    pass\n" });
  commit("Fix the build", { "b.py": "from a import shut\n\nshut()\n" });
  commit("WIP", { "a.py": "def shut():\n    return 1\n" });
  git("checkout", "--quiet", "main");
  commit("Go on", { "c.py": "shut = 1\n" });
});
afterAll(() => rmSync(root, { recursive: true }));

const drawn = (options: { isUnmerged?: true; isUnfinished?: true; isLeaving?: true }): string[] => {
  const which = { isUnmerged: false, isUnfinished: false, isLeaving: false, ...options };
  const commits = commitsOf({ root, commits: 9, skip: 0, filesMin: 1, ...which });
  return commits.map((one) => gitIn(root, "log", "-1", "--format=%s", one));
};

it("draws commits of the branch, or of others, that are unfinished or leave a name behind", () => {
  expect(drawn({})).toEqual(["Go on", "Begin"]);
  expect(drawn({ isUnmerged: true })).toEqual(["WIP", "Fix the build", "Rename"]);
  expect(drawn({ isUnmerged: true, isUnfinished: true })).toEqual(["WIP", "Rename"]);
  expect(drawn({ isUnmerged: true, isLeaving: true })).toEqual(["Rename"]);
});
