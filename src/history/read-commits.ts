// The commits behind HEAD, newest first, with the files that each of them touched: as many as time and the limits allow, and
// which limit ended the list. Asks git for names only, never for content.
import { detached } from "../system/detached.ts";
import { runGit, TOOK_TOO_LONG } from "../system/git.ts";

export interface Commit {
  readonly id: string;
  /** When it was committed, in milliseconds since the epoch, by the committer's clock. */
  readonly timeMs: number;
  /** The author's name as written in the commit; no address. */
  readonly author: string;
  /** The project's files that differ from the parent's, project-relative. A rename counts under both names. */
  readonly paths: readonly string[];
}

/** Where the list ends: at the beginning of the history, at a limit, or at what this clone lacks. */
export type CommitsEnd = "all" | "commits" | "time" | "size" | "shallow" | "unreadable";

export interface ReadCommits {
  /** Without merges, which repeat what the merged commits did, and without commits that touch no file of the project. */
  readonly commits: readonly Commit[];
  /** Number of commits read. */
  readonly looked: number;
  readonly end: CommitsEnd;
}

const COMMITS_MAX = 5_000;
/** Files touched, over all commits: a history full of imports and reformatting would fill the memory. */
const TOUCHES_MAX = 500_000;
/** The first batch is small, so that even a slow disk answers something; then each is twice as large. */
const BATCH_MIN = 250;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** A commit's id, time and author, as `rev-list` prints them. */
const COMMIT = /^commit ([0-9a-f]{40,64})\n(\d+) ?(.*)$/gm;

interface Listed {
  readonly commits: readonly { readonly id: string; readonly timeMs: number; readonly author: string }[];
  readonly isShallow: boolean;
}

/** Answers git's own reason if it fails; throws CANCELLED. */
export async function readCommits(
  root: string,
  head: string,
  timeMsMax: number,
  signal: AbortSignal,
): Promise<ReadCommits | { readonly failure: string }> {
  const deadline = performance.now() + timeMsMax;
  const remaining = () => Math.max(1, Math.ceil(deadline - performance.now()));
  const listed = await listCommits(root, head, remaining(), signal);
  if ("failure" in listed) {
    return listed;
  }
  const { isShallow } = listed;
  const wanted = listed.commits.slice(0, COMMITS_MAX);
  const commits: Commit[] = [];
  const shared = openSharedStrings();
  let touches = 0;
  let looked = 0;
  for (let size = BATCH_MIN; looked < wanted.length; size *= 2) {
    const batch = wanted.slice(looked, looked + size);
    const paths = await touchedBy(root, batch, isShallow, remaining(), signal);
    if (typeof paths === "string") {
      return { commits, looked, end: paths };
    }
    for (const { id, timeMs, author } of batch) {
      const touched = (paths.get(id) ?? []).map(shared);
      touches += touched.length;
      if (touches > TOUCHES_MAX) {
        return { commits, looked, end: "size" };
      }
      looked += 1;
      if (touched.length > 0) {
        commits.push({ id: detached(id), timeMs, author, paths: touched });
      }
    }
  }
  return { commits, looked, end: listed.commits.length > COMMITS_MAX ? "commits" : isShallow ? "shallow" : "all" };
}

/** The newest commits, one more than COMMITS_MAX at most. */
async function listCommits(
  root: string,
  head: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Listed | { readonly failure: string }> {
  const [listed, shallow] = await Promise.all([
    runGit(root, {
      command: "rev-list",
      options: ["--no-merges", "--encoding=UTF-8", `--max-count=${COMMITS_MAX + 1}`, "--format=%ct %an"],
      revisions: [head],
      timeoutMs,
      signal,
    }),
    runGit(root, { command: "rev-parse", options: ["--is-shallow-repository"], timeoutMs, signal }),
  ]);
  if (!listed.ok) {
    return { failure: listed.reason };
  }
  const found = listed.stdout.toString("utf8").matchAll(COMMIT);
  return {
    commits: [...found].map(([, id = "", seconds, author = ""]) => ({ id, timeMs: Number(seconds) * 1_000, author })),
    isShallow: !shallow.ok || shallow.stdout.toString("latin1").trim() !== "false",
  };
}

/** Answers one string per path: strings cut out of git's output would keep all of it in memory. */
function openSharedStrings(): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const own = known.get(path) ?? detached(path);
    known.set(own, own);
    return own;
  };
}

/** Or the reason why git did not finish. */
async function touchedBy(
  root: string,
  commits: readonly { readonly id: string }[],
  isShallow: boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]> | "time" | "size" | "unreadable"> {
  const outcome = await runGit(root, {
    command: "diff-tree",
    options: [
      "--stdin",
      "-r",
      "-z",
      "--relative",
      "--no-renames",
      "--no-ext-diff",
      "--no-textconv",
      "--name-status",
      // In a shallow clone its oldest commits would seem to have made every file.
      ...(isShallow ? [] : (["--root"] as const)),
    ],
    stdin: commits.map(({ id }) => `${id}\n`).join(""),
    timeoutMs,
    maxBytes: OUTPUT_BYTES_MAX,
    signal,
  });
  if (!outcome.ok) {
    return outcome.exitCode !== null ? "unreadable" : outcome.reason === TOOK_TOO_LONG ? "time" : "size";
  }
  return parseTouched(outcome.stdout.toString("utf8"));
}

/** `<commit>\0<status>\0<path>\0<status>\0<path>\0<commit>\0…`: what follows a status is always a path. */
function parseTouched(listed: string): ReadonlyMap<string, readonly string[]> {
  const touched = new Map<string, string[]>();
  let paths: string[] = [];
  const tokens = listed.split("\0");
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (token.length > 1) {
      paths = [];
      touched.set(token.trim(), paths);
    } else if (token !== "") {
      at += 1;
      paths.push(tokens[at] ?? "");
    }
  }
  return touched;
}
