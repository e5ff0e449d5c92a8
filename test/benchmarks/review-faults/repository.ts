// A copy of a repository in which faults are planted: its recent commits, its files at one of them, and commits made without an editor.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

const COMMITS_RECENT = 400;
const FILES_CHANGED_MAX = 40;
const FILE_BYTES_MAX = 400_000;
/** How far back files are looked up that change together, and how many files a commit may have for that. */
const HISTORY = 1500;
const HISTORY_FILES_MAX = 30;

export interface Commit {
  readonly hash: string;
  readonly parent: string;
  readonly changed: readonly string[];
}

export interface Repository {
  readonly name: string;
  /** What it was cloned from. */
  readonly source: string;
  readonly root: string;
  git(args: readonly string[], input?: string): string;
  /** Newest first, as `git log` lists them; without merges, and without commits that change very many files. */
  recent(): readonly Commit[];
  /** False where the clone lacks a file of that commit: stored copies leave very large ones out. */
  checkOut(hash: string): boolean;
  /** Of the state checked out: the text of each file that is neither binary nor very large. */
  files(): ReadonlyMap<string, string>;
  /** A file's text in a commit; null where it has none. */
  textIn(commit: string, path: string): string | null;
  /** A commit like the given one, with these files changed; null deletes one. */
  amended(commit: Commit, edits: ReadonlyMap<string, string>): string;
  /** Which files each of the last commits before this one changed. */
  historyBefore(commit: Commit): readonly (readonly string[])[];
}

/** Clones into `folder`, or takes the clone that is there. */
export function openRepository(source: string, folder: string): Repository {
  const name = basename(source) === "repo" ? basename(join(source, "..")) : basename(source);
  const root = join(folder, name);
  const run = (args: readonly string[], input?: string, env: Record<string, string> = {}): string =>
    execFileSync("git", [...args], {
      encoding: "utf8",
      maxBuffer: 1 << 29,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
      ...(input === undefined ? {} : { input }),
    });
  if (!existsSync(root)) {
    run(["clone", "-q", "--no-tags", "--no-checkout", source, root]);
    // What the drawing starts from stays, whatever is checked out later.
    run(["-C", root, "update-ref", "refs/drawn", "HEAD"]);
  }
  const git: Repository["git"] = (args, input) => run(["-C", root, ...args], input);

  const changes = (args: readonly string[]): Commit[] =>
    git(["log", "--no-merges", "--topo-order", "--no-renames", "--name-only", "--format=tformat:@%H %P", ...args])
      .split(/^@/m)
      .slice(1)
      .map((entry) => {
        const [head = "", ...paths] = entry.split("\n").filter((line) => line !== "");
        const [hash = "", parent = ""] = head.split(" ");
        return { hash, parent, changed: paths };
      });

  return {
    name,
    source,
    root,
    git,
    recent: () =>
      changes([`-${COMMITS_RECENT}`, "refs/drawn"]).filter(
        ({ parent, changed }) => parent !== "" && changed.length > 0 && changed.length <= FILES_CHANGED_MAX,
      ),
    checkOut: (hash) => {
      try {
        git(["checkout", "-q", "-f", "--detach", hash]);
        return true;
      } catch (error) {
        if (/unable to read|missing/.test(String((error as { stderr?: unknown }).stderr))) {
          return false;
        }
        throw error;
      }
    },
    files: () =>
      new Map(
        git(["ls-files", "-z"])
          .split("\0")
          .filter((path) => path !== "" && existsSync(join(root, path)))
          .filter((path) => statSync(join(root, path)).isFile() && statSync(join(root, path)).size <= FILE_BYTES_MAX)
          .map((path) => [path, readFileSync(join(root, path), "utf8")] as const)
          .filter(([, text]) => !text.includes("\0")),
      ),
    textIn: (commit, path) => {
      try {
        return git(["show", `${commit}:${path}`]);
      } catch {
        // The path is not in that commit.
        return null;
      }
    },
    amended: ({ hash, parent }, edits) => {
      const index = { GIT_INDEX_FILE: join(root, ".git", "planted-index") };
      const inIndex = (args: readonly string[]): string => run(["-C", root, ...args], undefined, index);
      inIndex(["read-tree", hash]);
      for (const [path, text] of edits) {
        const blob = git(["hash-object", "-w", "--stdin"], text).trim();
        inIndex(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
      }
      const tree = inIndex(["write-tree"]).trim();
      const [author = "", mail = "", date = "", ...message] = git([
        "log",
        "-1",
        "--format=%an%n%ae%n%aI%n%B",
        hash,
      ]).split("\n");
      const who = Object.fromEntries(
        ["AUTHOR", "COMMITTER"].flatMap((one) => [
          [`GIT_${one}_NAME`, author],
          [`GIT_${one}_EMAIL`, mail],
          [`GIT_${one}_DATE`, date],
        ]),
      );
      return run(["-C", root, "commit-tree", tree, "-p", parent], message.join("\n"), who).trim();
    },
    historyBefore: ({ parent }) =>
      changes([`-${HISTORY}`, parent])
        .map(({ changed }) => changed)
        .filter(({ length }) => length > 0 && length <= HISTORY_FILES_MAX),
  };
}
