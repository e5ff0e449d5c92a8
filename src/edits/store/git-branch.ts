// A git branch with one commit that holds a session's own files, beside everything that the user has there: HEAD, the index and the
// working tree stay as they are. `git fast-import` makes it in one step, and runs no filter or hook of the repository. Of the branch that
// is checked out it makes the next commit; the index then gets the entries of those files.
import { join, relative, sep } from "node:path";
import { blobName } from "../../project/blob-name.ts";
import { localDisk } from "../../project/disk.ts";
import { type ListedEntry, parseStages, parseTreeEntries } from "../../project/git-listing.ts";
import { gitRemedy } from "../../project/git-remedy.ts";
import { parseCommit, readCommit, repositoryOf } from "../../project/resolve-commit.ts";
import { type GitOutcome, runGit } from "../../system/git.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { branchChanges, invalid } from "./branch-changes.ts";
import type { PlannedFile } from "./plan-changes.ts";

export interface BranchRequest {
  /** The new branch: `rename-store`; or the one that is checked out. */
  readonly name: string;
  /** Of the commit; its first line is the subject. */
  readonly message: string;
}

/** Everything that is needed to make the branch once the files are in place. */
export interface PreparedBranch {
  readonly name: string;
  /** Input of `git fast-import`. */
  readonly stream: Buffer;
  /** Input of `git update-index` afterwards; null of a branch that is not checked out. */
  readonly index: Buffer | null;
}

export interface MadeBranch {
  readonly kind: "made";
  readonly branch: string;
  readonly commit: string;
  /** Why the index still has the files as they were; null where it has them, or need not. */
  readonly stale: string | null;
}

export type BranchOutcome =
  | MadeBranch
  /** The files are committed by the store, and git did not make the branch. */
  | { readonly kind: "failed"; readonly branch: string; readonly why: string };

const HEAD_BYTES_MAX = 4_096;

const ASKER = { field: "branch", otherwise: "commit the edits without a branch" };

/**
 * Checks, before any file is changed, that the branch can be made: INVALID_INPUT where its name is taken or not allowed, or where a
 * file has changes that are not the session's and would be committed with it; GIT_UNAVAILABLE where git does not run.
 */
export async function prepareBranch(
  root: string,
  { name, message }: BranchRequest,
  files: readonly PlannedFile[],
): Promise<PreparedBranch> {
  const { top, gitFolder } = repositoryOf(root, ASKER);
  const prefix = relative(top, root).split(sep).join("/");
  checkName(name);
  if (message.includes("\0")) throw invalid("the message has a NUL character, which git cannot store", "leave it out");
  const isCurrent = name === currentBranch(gitFolder);
  const [head, taken, tree, author, identity, staged] = await Promise.all([
    commitOf(root, "HEAD"),
    isCurrent ? null : firstTaken(root, name),
    runGit(root, { command: "ls-tree", options: ["-r", "-z"], revisions: ["HEAD"] }),
    runGit(root, { command: "var", options: ["GIT_AUTHOR_IDENT"] }),
    runGit(root, { command: "var", options: ["GIT_COMMITTER_IDENT"] }),
    isCurrent ? runGit(root, { command: "ls-files", options: ["--stage", "-z"] }) : null,
  ]);
  if (head === null || !tree.ok) throw invalid("the repository has no commit to start from", "make a first commit");
  if (isCurrent) checkNothingGoesOn(gitFolder);
  if (taken !== null) throw invalid(`the branch ${taken} exists already`, "choose another name");
  const nobody = [author, identity].find((one) => !one.ok);
  if (nobody?.ok === false)
    throw invalid(`git does not know who commits: ${nobody.reason}`, "set user.name and user.email in git");
  const entries = parseTreeEntries(tree.stdout);
  const changes = branchChanges(root, files, entries);
  if (staged !== null)
    checkStaged(
      staged,
      entries,
      changes.map(({ path }) => path),
    );
  const [by, committer] = [author, identity].map((one) => (one.ok ? one.stdout.toString("utf8").trim() : ""));
  const header = `commit refs/heads/${name}\nauthor ${by}\ncommitter ${committer}\n`;
  const fromTop = (path: string): string => (prefix === "" ? path : `${prefix}/${path}`);
  const lines = changes.map(({ path, entry }) => {
    const quoted = quote(fromTop(path));
    return entry === null
      ? Buffer.from(`D ${quoted}\n`)
      : Buffer.concat([Buffer.from(`M ${entry.mode} inline ${quoted}\n`), dataOf(entry.bytes)]);
  });
  const start = [Buffer.from(header), dataOf(Buffer.from(`${message.trimEnd()}\n`)), Buffer.from(`from ${head}\n`)];
  const index = changes.map(({ path, entry }) => {
    const [mode, id] =
      entry === null ? ["0", "0".repeat(head.length)] : [entry.mode, blobName(entry.bytes, head.length)];
    return Buffer.from(`${mode} ${id}\t${fromTop(path)}\0`);
  });
  return {
    name,
    stream: Buffer.concat([...start, ...lines, Buffer.from("\ndone\n")]),
    index: isCurrent ? Buffer.concat(index) : null,
  };
}

/** As for git, what is merged is committed as a whole: a commit in between would become part of it. */
function checkNothingGoesOn(gitFolder: string): void {
  for (const [file, what] of Object.entries(GOING_ON)) {
    if (localDisk.stamp(join(gitFolder, file)) !== null) {
      throw invalid(`a ${what} goes on in the branch that is checked out`, "finish it first, or name a new branch");
    }
  }
}

const GOING_ON = { MERGE_HEAD: "merge", CHERRY_PICK_HEAD: "cherry-pick", REVERT_HEAD: "revert" };

/** The branch that is checked out; null of a commit that is, and of a repository that keeps it elsewhere. */
function currentBranch(gitFolder: string): string | null {
  const head = localDisk.readHead(join(gitFolder, "HEAD"), HEAD_BYTES_MAX).toString("utf8");
  return /^ref: refs\/heads\/(.+)\n/.exec(head)?.[1] ?? null;
}

/** Of the branch that is checked out: what is staged of the files would be lost. */
function checkStaged(staged: GitOutcome, tree: ReadonlyMap<string, ListedEntry>, paths: readonly string[]): void {
  const { entries, conflicts } = parseStages(staged.ok ? staged.stdout : Buffer.alloc(0));
  const changed = paths.find((path) => {
    const [now, head] = [entries.get(path), tree.get(path)];
    return conflicts.has(path) || now?.mode !== head?.mode || now?.id !== head?.id;
  });
  if (!staged.ok || changed !== undefined) {
    throw invalid(
      staged.ok
        ? `${changed} has staged changes, which the commit would not have`
        : `git does not answer: ${staged.reason}`,
      "commit or unstage them first, or name a new branch",
    );
  }
}

/** Makes the branch; git that refuses is an outcome. */
export async function makeBranch(root: string, { name, stream, index }: PreparedBranch): Promise<BranchOutcome> {
  const made = await runGit(root, { command: "fast-import", options: ["--quiet", "--done"], stdin: stream });
  const read = made.ok ? await readCommit(root, `refs/heads/${name}`, undefined) : made;
  const commit = read.ok ? (parseCommit(read.stdout)?.id ?? null) : null;
  if (commit !== null) {
    const written =
      index === null
        ? null
        : await runGit(root, { command: "update-index", options: ["-z", "--index-info"], stdin: index });
    return { kind: "made", branch: name, commit, stale: written === null || written.ok ? null : written.reason };
  }
  return { kind: "failed", branch: name, why: read.ok ? "git made no branch of this name" : read.reason };
}

/** The branch of this name, or one that stands where git needs a folder for it: `edit` for `edit/one`. */
async function firstTaken(root: string, name: string): Promise<string | null> {
  const steps = name.split("/");
  const names = steps.map((_, at) => steps.slice(0, at + 1).join("/"));
  const commits = await Promise.all(names.map((one) => commitOf(root, `refs/heads/${one}`)));
  return names.find((_, at) => commits[at] !== null) ?? null;
}

async function commitOf(root: string, revision: string): Promise<string | null> {
  const read = await readCommit(root, revision, undefined);
  if (!read.ok) {
    const hint = `${gitRemedy(read.reason)}, or commit the edits without a branch`;
    throw new Failure("GIT_UNAVAILABLE", `git does not answer: ${read.reason}`, { hint });
  }
  return parseCommit(read.stdout)?.id ?? null;
}

/** Stricter than git, so that the name needs no quoting anywhere. */
function checkName(name: string): void {
  const steps = name.split("/");
  const isValid = steps.every(
    (step) => /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u.test(step) && !/\.\.|\.lock$|\.$/.test(step),
  );
  if (isValid && name.length <= 200 && name !== "HEAD") return;
  throw invalid(
    `${JSON.stringify(name.slice(0, 80))} is not a branch name`,
    "use letters, digits, - and /, such as edit/rename-store",
  );
}

const dataOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);

const quote = (path: string): string =>
  `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
