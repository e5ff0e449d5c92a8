// Ignore rules against git itself: on generated trees, what is admitted must be what git would track or show as new, also of files that
// are not made yet.
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCorpus } from "../../src/project/open-corpus.ts";
import type { ProjectRules } from "../../src/project/rules.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { propertySeeds } from "../support/property-runs.ts";
import { seededRandom } from "../support/random.ts";
import { newPaths, pick, randomRules, writeRandomTree, writeText } from "./generated-tree.ts";

/** Only ignore files decide here. */
const ONLY_IGNORE_FILES: ProjectRules = {
  ...DEFAULT_RULES,
  search: ["binary", "lock", "minified", "generated", "vendored", "oversized"],
  dockerignore: false,
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rules-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function git(folder: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  return execFileSync("git", ["-C", folder, ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** What git tracks or shows as untracked, without the entries of nested repositories, which it does not look into. */
function filesForGit(folder: string): readonly string[] {
  const names = git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  return [...new Set(names.filter((name) => name !== "" && !name.endsWith("/")))].sort();
}

/** Those of the paths that git would ignore if a file were made there. */
function ignoredByGit(folder: string, paths: readonly string[]): readonly string[] {
  // None is in the index. With it, git would read the paths as patterns of what it tracks.
  const asked = ["-C", folder, "check-ignore", "--no-index", "-z", "--stdin"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const { stdout, status } = spawnSync("git", asked, { env, input: paths.join("\0"), encoding: "utf8" });
  expect([0, 1]).toContain(status);
  const ignored = new Set(stdout.split("\0"));
  return paths.filter((path) => ignored.has(path));
}

async function admitted(folder: string): Promise<readonly string[]> {
  const corpus = await openCorpus({ root: folder, rules: ONLY_IGNORE_FILES }).refresh();
  return [...corpus.files.keys()].sort();
}

const SEEDS = propertySeeds(20);
test.each(SEEDS)("generated tree and rules, seed %i: admitted = tracked or untracked for git", async (seed) => {
  const random = seededRandom(seed);
  const folders = writeRandomTree(random, root, 150);
  git(root, "init", "-q");
  for (let index = 0; index < 8; index++) {
    const folder = index === 0 ? "" : pick(random, folders as [string, ...string[]]);
    writeText(join(root, folder, ".gitignore"), randomRules(random, 30));
  }
  appendFileSync(join(root, ".git/info/exclude"), randomRules(random, 15));
  if (seed % 2 === 0) {
    // Tracked before the rules: git goes on seeing these.
    const tracked = folders.filter(() => random() < 0.1).map((folder) => folder || ".");
    if (tracked.length > 0) git(root, "--literal-pathspecs", "add", "-f", "--", ...tracked);
  }
  const corpus = openCorpus({ root, rules: ONLY_IGNORE_FILES });
  expect([...(await corpus.refresh()).files.keys()].sort()).toEqual(filesForGit(root));
  const made = newPaths(random, root, folders);
  const left = made.filter((path) => corpus.rulingOfNew(path) !== null);
  expect(left).toEqual(ignoredByGit(root, made));
});

test.each([101, 102, 103, 104, 105, 106])(
  "the same rules in .ignore and .contextbrokerignore say the same, without any repository, seed %i",
  async (seed) => {
    const random = seededRandom(seed);
    const folders = writeRandomTree(random, root, 120);
    git(root, "init", "-q");
    const ruled = [
      ...new Set(["", ...Array.from({ length: 5 }, () => pick(random, folders as [string, ...string[]]))]),
    ];
    for (const folder of ruled) writeText(join(root, folder, ".gitignore"), randomRules(random, 30));
    const expected = filesForGit(root).filter((path) => !path.endsWith(".gitignore"));
    rmSync(join(root, ".git"), { recursive: true });
    for (const name of [".ignore", ".contextbrokerignore"]) {
      for (const folder of ruled) {
        const rules = join(root, folder, ".gitignore");
        copyFileSync(existsSync(rules) ? rules : join(root, folder, ".ignore"), join(root, folder, name));
        rmSync(rules, { force: true });
        if (name !== ".ignore") rmSync(join(root, folder, ".ignore"));
      }
      expect(
        (await admitted(root)).filter((path) => !path.endsWith(name)),
        name,
      ).toEqual(expected);
    }
  },
);
