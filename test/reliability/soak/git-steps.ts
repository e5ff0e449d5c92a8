// What git does to a project in a day: switches of branches, stashes, rebases, and formatters that rewrite everything.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { TreeHistory } from "./tree-history.ts";

const IDENTITY = [
  "-c",
  "user.name=soak",
  "-c",
  "user.email=soak@example.org",
  "-c",
  "gc.auto=0",
  "-c",
  "advice.detachedHead=false",
];

export interface GitSteps {
  /** Makes one step of a random kind; answers its kind. */
  step(sources: readonly string[]): Promise<string>;
}

export interface Excerpt {
  readonly from: string;
  readonly to: string;
  readonly folders: readonly string[];
  /** The newest first. */
  readonly commits: readonly string[];
}

/** Makes a repository of some folders of another at some of its commits; answers their ids in it, in the order given. */
export function excerptRepository({ from, to, folders, commits }: Excerpt): string[] {
  mkdirSync(to);
  gitNow(to, "init", "-q");
  const ids = commits.toReversed().map((commit) => {
    for (const entry of readdirSync(to).filter((name) => name !== ".git")) {
      rmSync(join(to, entry), { recursive: true });
    }
    execFileSync("tar", ["-x", "-C", to], { input: archiveOf(from, commit, folders) });
    gitNow(to, "add", "-A");
    gitNow(to, "commit", "-q", "--allow-empty", "-m", commit);
    return gitNow(to, "rev-parse", "HEAD").trim();
  });
  return ids.toReversed();
}

function archiveOf(from: string, commit: string, folders: readonly string[]): Buffer {
  try {
    return execFileSync("git", ["-C", from, "archive", commit, ...folders], { maxBuffer: 1 << 30 });
  } catch (error) {
    const what = `${from} has no commit ${commit}, or that has not all of ${folders.join(", ")}`;
    throw new Failure("INVALID_INPUT", what, { hint: "--commits and --folders name others", cause: error });
  }
}

function gitNow(root: string, ...args: string[]): string {
  return execFileSync("git", ["-C", root, ...IDENTITY, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
}

export function openGitSteps(history: TreeHistory, commits: readonly string[], random: () => number): GitSteps {
  const { root } = history;
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  let serial = 0;

  /** Runs beside this process, which goes on asking. */
  async function git(...args: string[]): Promise<void> {
    const child = spawn("git", ["-C", root, ...IDENTITY, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    let trouble = "";
    child.stderr.on("data", (data: Buffer) => {
      trouble += data.toString();
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    if (code !== 0) {
      throw new Error(`git ${args.join(" ")} ended with ${code}: ${trouble}`);
    }
  }

  /** Files that a switch to the commit changes, what is not committed included. */
  function between(commit: string): string[] {
    const listed = [
      gitNow(root, "diff", "-z", "--name-only", "--no-renames", "HEAD", commit),
      gitNow(root, "diff", "-z", "--name-only", "--no-renames", "HEAD"),
      gitNow(root, "ls-files", "-z", "-o"),
    ];
    return [...new Set(listed.flatMap((list) => list.split("\0")).filter(Boolean))];
  }

  async function switchTo(commit: string): Promise<void> {
    await history.change(between(commit), async () => {
      await git("checkout", "-q", "-f", "--detach", commit);
      await git("clean", "-q", "-f", "-d", "-x");
    });
  }

  async function stash(): Promise<void> {
    await history.change(between("HEAD"), () => git("stash", "push", "-q", "--include-untracked", "--all"));
    const stashed = gitNow(root, "stash", "list").trim() === "" ? [] : between("stash@{0}");
    if (stashed.length > 0) {
      // What was stashed without being tracked is in the stash's third parent.
      const untracked = gitNow(root, "ls-tree", "-r", "-z", "--name-only", "stash@{0}^3").split("\0").filter(Boolean);
      await history.change([...stashed, ...untracked], () => git("stash", "pop", "-q"));
    }
  }

  /** Commits what there is, and puts it on top of another commit; conflicts are given up. */
  async function rebase(): Promise<void> {
    const [base, onto] = [pick(commits), pick(commits)];
    await switchTo(base);
    serial += 1;
    const path = `soak-rebased-${serial % 20}.ts`;
    await history.change([path], () =>
      appendFileSync(join(root, path), `export const rebased${serial} = ${serial};\n`),
    );
    await git("add", "-A");
    await git("commit", "-q", "-m", `soak ${serial}`);
    await history.change([...between(onto), path], () =>
      git("rebase", "-q", onto).catch(() => git("rebase", "--abort")),
    );
  }

  /** A tool that rewrites every file: the second time it takes back what it did. */
  async function format(sources: readonly string[]): Promise<void> {
    const mark = "// formatted\n";
    const files = sources.filter((path) => /\.(?:ts|js|mjs|go|rs|java)$/.test(path));
    await history.change(files, () => {
      for (const path of files) {
        const text = readFileSync(join(root, path), "utf8");
        writeFileSync(join(root, path), text.startsWith(mark) ? text.slice(mark.length) : mark + text);
      }
    });
  }

  return {
    async step(sources) {
      const kinds: readonly (readonly [string, () => Promise<void>])[] = [
        ["branch switch", () => switchTo(pick(commits))],
        ["branch switch", () => switchTo(pick(commits))],
        ["stash", stash],
        ["rebase", rebase],
        ["formatter", () => format(sources)],
      ];
      const [kind, work] = pick(kinds);
      await work();
      return kind;
    },
  };
}
