// Resolves what a caller calls a commit (a branch, a tag, a hash) to its hash: checks the name before git sees it, and fails with
// a hint if there is no such commit or no repository.
import { type GitOutcome, runGit } from "../system/git.ts";
import { Failure } from "../vocabulary/failure.ts";
import { localDisk } from "./disk.ts";
import { gitRemedy } from "./git-remedy.ts";
import { enclosingRepository, type Repository, whyNotRead } from "./repository.ts";

export interface Commit {
  /** As the caller wrote it. */
  readonly ref: string;
  /** The commit's id, in hex. */
  readonly id: string;
  /** The ids of the parents that the commit itself names; a shallow clone hides those that it lacks. */
  readonly parents: readonly string[];
}

/** The message of the failure for a project outside of any repository. */
export const NO_COMMIT = "the repository has no commit yet";
export const NO_REPOSITORY = "the project is not in a git repository";

const REF_LENGTH_MAX = 250;
/** Who asks for a commit: the field that names it, and what the caller can do without one. */
export interface Asker {
  readonly field: string;
  readonly otherwise: string;
}

const CHANGED_SINCE: Asker = { field: "changed_since", otherwise: "search without changed_since" };
const invalid = ({ field }: Asker, message: string, hint: string): Failure =>
  new Failure("INVALID_INPUT", `${field}: ${message}`, { hint });

const shown = (ref: string): string => JSON.stringify(ref.slice(0, 80));

/** Refuses characters that a git ref cannot contain, and forms that name a range or a file. */
export function checkRef(ref: string, asker: Asker = CHANGED_SINCE): void {
  if (ref === "" || ref.length > REF_LENGTH_MAX || ref.startsWith("-") || /[\p{Cc}\s:?*[\\]|\.\./u.test(ref)) {
    throw invalid(
      asker,
      `${shown(ref)} is not a valid commit name`,
      "name one branch, tag or commit, such as main or HEAD~3",
    );
  }
}

export const gitUnavailable = (reason: string, { otherwise }: Asker): Failure =>
  new Failure("GIT_UNAVAILABLE", `git could not list the changes: ${reason}`, {
    hint: `${gitRemedy(reason)}, or ${otherwise}`,
  });

/** The repository that contains the project. Throws INVALID_INPUT if there is none, GIT_UNAVAILABLE if it is not read. */
export function repositoryOf(root: string, asker: Asker = CHANGED_SINCE): Repository {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    throw new Failure("INVALID_INPUT", NO_REPOSITORY, {
      hint: `${asker.otherwise}, or use a project with a git repository`,
    });
  }
  const why = whyNotRead(repository, localDisk);
  if (why !== null) {
    throw new Failure("GIT_UNAVAILABLE", `the project's git repository is not used: ${why}`, {
      hint: `docs/use/errors.md (GIT_UNAVAILABLE) says how to allow it; or ${asker.otherwise}`,
    });
  }
  return repository;
}

/** The commit object: its id, size and text. One process answers both whether the commit exists and what it is. */
export const readCommit = (folder: string, revision: string, signal: AbortSignal | undefined): Promise<GitOutcome> =>
  runGit(folder, {
    command: "cat-file",
    options: ["--batch"],
    stdin: `${revision}^{commit}\n`,
    signal,
  });

/** Parses the output of `cat-file --batch`; null where git has no commit of that name. */
export function parseCommit(stdout: Buffer): { readonly id: string; readonly parents: readonly string[] } | null {
  const [head = ""] = stdout.toString("latin1").split("\n\n", 1);
  const [, id] = /^([0-9a-f]{40,64}) commit \d+\n/.exec(head) ?? [];
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent = ""]) => parent);
  return id === undefined ? null : { id, parents };
}

/**
 * `ref` as a commit of the project's repository. Throws INVALID_INPUT where the project has no repository, or the repository no
 * such commit; GIT_UNAVAILABLE.
 */
export async function resolveCommit(
  root: string,
  ref: string,
  signal?: AbortSignal,
  asker: Asker = CHANGED_SINCE,
): Promise<Commit> {
  // The check lets no space and no line break through, so git is asked for exactly one name.
  checkRef(ref, asker);
  repositoryOf(root, asker);
  const outcome = await readCommit(root, ref, signal);
  // For a reflog entry that does not exist (`HEAD@{99}`) git fails as it does for a repository that it refuses to read. Asking
  // for HEAD, which every repository with a commit has, tells the two apart.
  if (!outcome.ok && (!ref.includes("@{") || !(await readCommit(root, "HEAD", signal)).ok)) {
    throw gitUnavailable(outcome.reason, asker);
  }
  const commit = outcome.ok ? parseCommit(outcome.stdout) : null;
  if (commit !== null) {
    return { ref, ...commit };
  }
  // Whichever of several names was asked for first: where there is no commit at all, that is what to say.
  const head = ref === "HEAD" ? null : await readCommit(root, "HEAD", signal);
  if (head === null || (head.ok && parseCommit(head.stdout) === null)) {
    throw new Failure("INVALID_INPUT", NO_COMMIT, { hint: `commit first; or ${asker.otherwise}` });
  }
  throw invalid(
    asker,
    `the repository has no commit ${shown(ref)}`,
    "`git branch -a`, `git tag` and `git log` list what exists; fetch what exists only on a remote",
  );
}
