// Which files of a project differ from a commit, as they are on the disk now: committed since or not, tracked or not. Git
// tells what the commit and its own index hold; it is never asked to look at a file, since that would run filter programs
// of the repository's choosing. Files that the index does not vouch for are hashed here.
import { join } from "node:path";
import { type GitOutcome, type GitRequest, runGit } from "../system/git.ts";
import { Failure } from "../vocabulary/failure.ts";
import { blobOf } from "./blob-name.ts";
import type { CorpusFile, CorpusSource } from "./corpus.ts";
import { localDisk } from "./disk.ts";
import { type GitIndex, type GitTree, parseIndex, parseTree, vouchesFor } from "./git-listing.ts";
import { enclosingRepository, findRepository, type Repository, whyNotRead } from "./repository.ts";

export interface Commit {
  /** As it was asked for. */
  readonly ref: string;
  /** Hex. */
  readonly id: string;
}

/** What differs from a commit now: edited, new, renamed; committed since or not, tracked or not. */
export interface ChangedFiles {
  readonly commit: Commit;
  /** Project-relative, sorted. */
  readonly paths: readonly string[];
}

const REF_LENGTH_MAX = 250;
/** Repositories inside submodules, and so on: a loop of them is not followed for ever. */
const DEPTH_MAX = 8;
/** Of one listing: a million files of 200 bytes each, and what a busy disk takes for them. */
const LISTING = { maxBytes: 256 * 1024 * 1024, timeoutMs: 30_000 } as const;

/** What asks for a commit: the field that names it, and what can be done without. */
export interface Asker {
  readonly field: string;
  readonly otherwise: string;
}

const CHANGED_SINCE: Asker = { field: "changed_since", otherwise: "search without changed_since" };
/** Whoever compares with a commit that is there. */
const COMPARISON: Asker = { field: "", otherwise: "ask for what needs no comparison with a commit" };

function invalid({ field }: Asker, message: string, hint: string): Failure {
  return new Failure("INVALID_INPUT", `${field}: ${message}`, { hint });
}

const shown = (ref: string): string => JSON.stringify(ref.slice(0, 80));

/** What no name of a commit has, and what would name two of them, or a file. */
function checkRef(ref: string, asker: Asker): void {
  if (ref === "" || ref.length > REF_LENGTH_MAX || ref.startsWith("-") || /[\p{Cc}\s:?*[\\]|\.\./u.test(ref)) {
    throw invalid(
      asker,
      `${shown(ref)} cannot name a commit`,
      "name one branch, tag or commit, such as main or HEAD~3",
    );
  }
}

export function gitUnavailable(reason: string, { otherwise }: Asker): Failure {
  return new Failure("GIT_UNAVAILABLE", `git could not say what has changed: ${reason}`, {
    hint: `see that git 2.30 or newer runs in this folder, or ${otherwise}`,
  });
}

function repositoryOf(root: string, asker: Asker = CHANGED_SINCE): Repository {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    throw invalid(
      asker,
      "the project is not in a git repository",
      `${asker.otherwise}, or name a project that git knows`,
    );
  }
  const why = whyNotRead(repository, localDisk);
  if (why !== null) {
    throw new Failure("GIT_UNAVAILABLE", `the project's git repository is not read: ${why}`, {
      hint: `docs/errors.md says how to make it the project's own; or ${asker.otherwise}`,
    });
  }
  return repository;
}

/** What git prints, which may be as long as a listing of a million files. Throws GIT_UNAVAILABLE. */
export async function listOf(folder: string, request: GitRequest, signal: AbortSignal | undefined): Promise<Buffer> {
  const outcome = await runGit(folder, { ...request, ...LISTING, ...withSignal(signal) });
  if (!outcome.ok) {
    throw gitUnavailable(outcome.reason, COMPARISON);
  }
  return outcome.stdout;
}

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

/** As git stores it: its id, size and text. One process tells whether there is such a commit and what it is. */
const readCommit = (folder: string, revision: string, signal: AbortSignal | undefined): Promise<GitOutcome> =>
  runGit(folder, {
    command: "cat-file",
    options: ["--batch"],
    stdin: `${revision}^{commit}\n`,
    ...withSignal(signal),
  });

/** Of a commit's text alone, by git's own header of it; null where git has none of that name. */
function parseCommit(stdout: Buffer): { readonly id: string; readonly parents: readonly string[] } | null {
  const [head = ""] = stdout.toString("latin1").split("\n\n", 1);
  const [, id] = /^([0-9a-f]{40,64}) commit \d+\n/.exec(head) ?? [];
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, parent = ""]) => parent);
  return id === undefined ? null : { id, parents };
}

export interface CommitWithParents extends Commit {
  /** As the commit itself names them: a shallow clone hides those that it lacks. */
  readonly parents: readonly string[];
}

/** Throws INVALID_INPUT where the project has no repository or the repository no such commit, GIT_UNAVAILABLE. */
export async function resolveCommit(
  root: string,
  ref: string,
  signal?: AbortSignal,
  asker: Asker = CHANGED_SINCE,
): Promise<Commit> {
  const { id } = await resolveWithParents(root, ref, signal, asker);
  return { ref, id };
}

/** As `resolveCommit`. */
export async function resolveWithParents(
  root: string,
  ref: string,
  signal: AbortSignal | undefined,
  asker: Asker,
): Promise<CommitWithParents> {
  // No name with a space or a line's end comes through, so that git is asked for this one alone.
  checkRef(ref, asker);
  repositoryOf(root, asker);
  const outcome = await readCommit(root, ref, signal);
  // A place beyond the reflog (`HEAD@{99}`) ends git as a repository that it refuses does: ask for what every one has.
  if (!outcome.ok && (!ref.includes("@{") || !(await readCommit(root, "HEAD", signal)).ok)) {
    throw gitUnavailable(outcome.reason, asker);
  }
  const commit = outcome.ok ? parseCommit(outcome.stdout) : null;
  if (commit === null) {
    throw invalid(
      asker,
      `the repository has no commit ${shown(ref)}`,
      "git branch -a, git tag and git log name those it has; fetch one that is only elsewhere",
    );
  }
  return { ref, ...commit };
}

/**
 * The admitted files whose content is not the commit's, by the corpus of the last refresh. A file that is elsewhere in the
 * commit (renamed, moved) counts, a deleted one does not. Throws GIT_UNAVAILABLE and CANCELLED.
 */
export async function changedSince(source: CorpusSource, commit: Commit, signal?: AbortSignal): Promise<ChangedFiles> {
  const { paths } = await compareWithCommit(source, commit.id, signal);
  return { commit, paths };
}

/** What git stores of a file. */
export interface StoredBlob {
  readonly id: string;
  /** Absolute; in the repository that holds it. */
  readonly folder: string;
}

export interface CommitComparison {
  /** As `changedSince` names them. */
  readonly paths: readonly string[];
  /** What the commit holds of those of them that it knows. */
  readonly before: ReadonlyMap<string, StoredBlob>;
  /** What it holds of files that are no more. */
  readonly gone: ReadonlyMap<string, StoredBlob>;
  /** Files of the commit that the project leaves out, unless git's index vouches that they are as they were. */
  readonly leftOut: readonly string[];
}

/** How the files of the last refresh stand to a commit; null is one without any file. Throws GIT_UNAVAILABLE, CANCELLED. */
export async function compareWithCommit(
  source: CorpusSource,
  commit: string | null,
  signal?: AbortSignal,
): Promise<CommitComparison> {
  const files = source.current().files;
  const comparison = {
    source,
    files,
    unchanged: new Set<string>(),
    before: new Map(),
    gone: new Map(),
    leftOut: [],
    signal,
  };
  const repository = repositoryOf(source.root);
  if (commit !== null) {
    await collectUnchanged(comparison, { repository, base: "", commit, depth: 0 });
  }
  const paths = [...files.keys()].filter((path) => !comparison.unchanged.has(path)).sort();
  return { paths, before: comparison.before, gone: comparison.gone, leftOut: comparison.leftOut };
}

interface Comparison {
  readonly source: CorpusSource;
  readonly files: ReadonlyMap<string, CorpusFile>;
  readonly signal: AbortSignal | undefined;
  // All added to.
  readonly unchanged: Set<string>;
  readonly before: Map<string, StoredBlob>;
  readonly gone: Map<string, StoredBlob>;
  readonly leftOut: string[];
}

/** One repository, or the part of it that is in the project. */
interface Part {
  readonly repository: Repository;
  /** Its place in the project: "" or a folder with its final slash. */
  readonly base: string;
  readonly commit: string;
  readonly depth: number;
}

async function collectUnchanged(comparison: Comparison, part: Part): Promise<void> {
  const { source, files, unchanged, signal } = comparison;
  const folder = join(source.root, part.base);
  const [index, tree] = await Promise.all([
    listIndex(folder, part.repository, signal),
    treeOf(folder, part.commit, signal),
  ]);
  for (const [name, blob] of tree.blobs) {
    const path = part.base + name;
    const file = files.get(path);
    if (file === undefined) {
      noteAbsent(comparison, path, { id: blob, folder }, (stamp) => vouchesFor(index, name, stamp));
      continue;
    }
    const known = vouchesFor(index, name, file) ?? (await blobOf(source, file, blob, signal));
    if (known === blob) {
      unchanged.add(path);
    } else {
      comparison.before.set(path, { id: blob, folder });
    }
  }
  for (const [name, id] of tree.submodules) {
    const base = `${part.base}${name}/`;
    const repository = part.depth < DEPTH_MAX ? findRepository(join(source.root, base), localDisk) : null;
    if (
      repository !== null &&
      whyNotRead(repository, localDisk) === null &&
      (await hasCommit(join(source.root, base), id, signal))
    ) {
      await collectUnchanged(comparison, { repository, base, commit: id, depth: part.depth + 1 });
    }
  }
}

/** A tree that was listed last: what a commit holds never changes. One of more files is listed anew each time. */
const TREE_KEPT_MAX = 20_000;
let kept: { readonly folder: string; readonly commit: string; readonly tree: GitTree } | null = null;

async function treeOf(folder: string, commit: string, signal: AbortSignal | undefined): Promise<GitTree> {
  if (kept?.folder === folder && kept.commit === commit) {
    return kept.tree;
  }
  const listed = await listOf(folder, { command: "ls-tree", options: ["-r", "-z"], revisions: [commit] }, signal);
  const tree = parseTree(listed);
  if (tree.blobs.size <= TREE_KEPT_MAX) {
    kept = { folder, commit, tree };
  }
  return tree;
}

/** A file of the commit that the project does not have: gone, or left out by its rules. */
function noteAbsent(
  { source, gone, leftOut }: Comparison,
  path: string,
  blob: StoredBlob,
  vouched: (file: CorpusFile) => string | null,
): void {
  try {
    const stamp = localDisk.stamp(join(source.root, path));
    if (stamp === null || stamp.kind === "folder") {
      gone.set(path, blob);
    } else if (vouched({ path, size: stamp.size, mtimeMs: stamp.mtimeMs, ctimeMs: stamp.ctimeMs }) !== blob.id) {
      leftOut.push(path);
    }
  } catch {
    // A folder on the way cannot be entered.
    leftOut.push(path);
  }
}

async function listIndex(
  folder: string,
  { indexFile }: Repository,
  signal: AbortSignal | undefined,
): Promise<GitIndex> {
  // Before git reads the index: what is written meanwhile then counts as too young to be vouched for.
  const writtenMs = localDisk.stamp(indexFile)?.mtimeMs ?? 0;
  return parseIndex(
    await listOf(folder, { command: "ls-files", options: ["-z", "--stage", "--debug"] }, signal),
    writtenMs,
  );
}

/** A submodule may not have been fetched up to the commit that its parent names: then all of it has changed. */
async function hasCommit(folder: string, id: string, signal: AbortSignal | undefined): Promise<boolean> {
  const outcome = await readCommit(folder, id, signal);
  return outcome.ok && parseCommit(outcome.stdout) !== null;
}
