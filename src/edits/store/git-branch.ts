// A git branch with one commit that holds a session's own files, beside everything that the user has there: HEAD, the index and the
// working tree stay as they are. `git fast-import` makes it in one step, and runs no filter or hook of the repository.
import { relative, sep } from "node:path";
import { parseTreeEntries } from "../../project/git-listing.ts";
import { gitRemedy } from "../../project/git-remedy.ts";
import { parseCommit, readCommit, repositoryOf } from "../../project/resolve-commit.ts";
import { runGit } from "../../system/git.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { branchChanges, invalid } from "./branch-changes.ts";
import type { PlannedFile } from "./plan-changes.ts";

export interface BranchRequest {
  /** The new branch: `rename-store`. */
  readonly name: string;
  /** Of the commit; its first line is the subject. */
  readonly message: string;
}

/** Everything that is needed to make the branch once the files are in place. */
export interface PreparedBranch {
  readonly name: string;
  /** Input of `git fast-import`. */
  readonly stream: Buffer;
}

export interface MadeBranch {
  readonly kind: "made";
  readonly branch: string;
  readonly commit: string;
}

export type BranchOutcome =
  | MadeBranch
  /** The files are committed by the store, and git did not make the branch. */
  | { readonly kind: "failed"; readonly branch: string; readonly why: string };

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
  const { top } = repositoryOf(root, ASKER);
  const prefix = relative(top, root).split(sep).join("/");
  checkName(name);
  if (message.includes("\0")) throw invalid("the message has a NUL character, which git cannot store", "leave it out");
  const [head, taken, tree, identity] = await Promise.all([
    commitOf(root, "HEAD"),
    firstTaken(root, name),
    runGit(root, { command: "ls-tree", options: ["-r", "-z"], revisions: ["HEAD"] }),
    runGit(root, { command: "var", options: ["GIT_COMMITTER_IDENT"] }),
  ]);
  if (head === null || !tree.ok) throw invalid("the repository has no commit to start from", "make a first commit");
  if (taken !== null) throw invalid(`the branch ${taken} exists already`, "choose another name");
  if (!identity.ok)
    throw invalid(`git does not know who commits: ${identity.reason}`, "set user.name and user.email in git");
  const changes = branchChanges(root, files, parseTreeEntries(tree.stdout));
  const committer = identity.stdout.toString("utf8").trim();
  const header = `commit refs/heads/${name}\ncommitter ${committer}\n`;
  const lines = changes.map(({ path, entry }) => {
    const quoted = quote(prefix === "" ? path : `${prefix}/${path}`);
    return entry === null
      ? Buffer.from(`D ${quoted}\n`)
      : Buffer.concat([Buffer.from(`M ${entry.mode} inline ${quoted}\n`), dataOf(entry.bytes)]);
  });
  const start = [Buffer.from(header), dataOf(Buffer.from(`${message.trimEnd()}\n`)), Buffer.from(`from ${head}\n`)];
  return { name, stream: Buffer.concat([...start, ...lines, Buffer.from("\ndone\n")]) };
}

/** Makes the branch; git that refuses is an outcome. */
export async function makeBranch(root: string, { name, stream }: PreparedBranch): Promise<BranchOutcome> {
  const made = await runGit(root, { command: "fast-import", options: ["--quiet", "--done"], stdin: stream });
  const read = made.ok ? await readCommit(root, `refs/heads/${name}`, undefined) : made;
  const commit = read.ok ? (parseCommit(read.stdout)?.id ?? null) : null;
  if (commit !== null) return { kind: "made", branch: name, commit };
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
