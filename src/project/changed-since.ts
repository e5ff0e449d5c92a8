// Which files of a project differ from a commit in their present state on disk, committed since or not, tracked or not. Git
// lists the commit and its index. It is never asked to look at a file, since that could run filter programs that the repository
// chooses. Files whose state git's index cannot prove are hashed here.
import { join } from "node:path";
import { type GitRequest, runGit } from "../system/git.ts";
import { blobOf, hasContentOf } from "./blob-name.ts";
import type { CorpusFile, CorpusSource } from "./corpus.ts";
import { fileAt, localDisk, type Stamp } from "./disk.ts";
import { type GitIndex, type GitTree, knownBlob, parseIndex, parseTree } from "./git-listing.ts";
import { findRepository, type Repository, whyNotRead } from "./repository.ts";
import { type Asker, type Commit, gitUnavailable, parseCommit, readCommit, repositoryOf } from "./resolve-commit.ts";

/** Files that differ from a commit now: edited, new or renamed, committed since or not, tracked or not. */
export interface ChangedFiles {
  /** `id` is empty where several projects were compared, each with a commit of its own. */
  readonly commit: Omit<Commit, "parents">;
  /** Project-relative, sorted. */
  readonly paths: readonly string[];
}

/** Nesting of repositories in submodules. The limit ends a loop of them. */
const DEPTH_MAX = 8;
/** For one listing: a million files at 200 bytes each, and the time that a busy disk takes for them. */
const LISTING = { maxBytes: 256 * 1024 * 1024, timeoutMs: 30_000 } as const;

/** Excluded files may be large. Git's index knows nearly all, but not those that were written in the moment that it was. */
const LEFT_OUT_BYTES_MAX = 64 * 1024 * 1024;

/** For comparisons with a commit that exists. */
const COMPARISON: Asker = { field: "", otherwise: "use a tool that compares with no commit" };

/** Git's output, which may be a listing of a million files. Throws GIT_UNAVAILABLE. */
export async function listOf(folder: string, request: GitRequest, signal: AbortSignal | undefined): Promise<Buffer> {
  const outcome = await runGit(folder, { ...request, ...LISTING, signal });
  if (!outcome.ok) {
    throw gitUnavailable(outcome.reason, COMPARISON);
  }
  return outcome.stdout;
}

/**
 * The admitted files whose content differs from the commit's, by the corpus of the last refresh. A renamed or moved file
 * counts, a deleted one does not. Throws GIT_UNAVAILABLE and CANCELLED.
 */
export async function changedSince(source: CorpusSource, commit: Commit, signal?: AbortSignal): Promise<ChangedFiles> {
  const { paths } = await compareWithCommit(source, commit.id, signal);
  return { commit, paths };
}

/** A file's content as git stores it. */
export interface StoredBlob {
  readonly id: string;
  /** Absolute path of the repository that holds the blob. */
  readonly folder: string;
}

export interface CommitComparison {
  /** As in the answer of `changedSince`. */
  readonly paths: readonly string[];
  /** The commit's blobs for those of `paths` that it has. */
  readonly before: ReadonlyMap<string, StoredBlob>;
  /** The commit's blobs for files that no longer exist. */
  readonly gone: ReadonlyMap<string, StoredBlob>;
  /** Files of the commit that the project excludes, except those that git's index or their content shows to be unchanged. */
  readonly leftOut: readonly string[];
}

/** Compares the files of the last refresh with a commit; null is an empty commit. Throws GIT_UNAVAILABLE, CANCELLED. */
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
    bytesToCompare: LEFT_OUT_BYTES_MAX,
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
  // These collections are filled by the comparison of each repository.
  readonly unchanged: Set<string>;
  readonly before: Map<string, StoredBlob>;
  readonly gone: Map<string, StoredBlob>;
  readonly leftOut: string[];
  /** How much of excluded files may still be read. */
  bytesToCompare: number;
}

/** One repository, or that part of it which lies in the project. */
interface Part {
  readonly repository: Repository;
  /** Where it lies in the project: "" or a folder with a final slash. */
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
      noteAbsent(comparison, path, { id: blob, folder }, index.skipped.get(name) ?? null, (stamp) =>
        knownBlob(index, name, stamp),
      );
      continue;
    }
    const known = knownBlob(index, name, file) ?? (await blobOf(source, file, blob, signal));
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

/** The last listed tree is kept, since a commit never changes. A tree with more files than this is listed again each time. */
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

/**
 * A file of the commit that is not in the corpus: deleted, excluded by the project's rules, or, in a sparse checkout, not checked out:
 * `skipped` is then its blob by git's index.
 */
function noteAbsent(
  comparison: Comparison,
  path: string,
  blob: StoredBlob,
  skipped: string | null,
  blobAt: (file: CorpusFile) => string | null,
): void {
  const { source, gone, leftOut } = comparison;
  try {
    const stamp = localDisk.stamp(join(source.root, path));
    if (stamp === null && skipped !== null) {
      leftOut.push(...(skipped === blob.id ? [] : [path]));
    } else if (stamp === null || stamp.kind === "folder") {
      gone.set(path, blob);
    } else if (blobAt(fileAt(path, stamp)) !== blob.id && !hasSameContent(comparison, path, stamp, blob.id)) {
      leftOut.push(path);
    }
  } catch {
    // A folder on the path cannot be entered.
    leftOut.push(path);
  }
}

/** False for what is never read: secrets, and what the user ignores. */
function hasSameContent(comparison: Comparison, path: string, { kind, size }: Stamp, blob: string): boolean {
  const ruling = comparison.source.rulingOf(path);
  const isPrivate = "excluded" in ruling && (ruling.excluded === "secret" || ruling.excluded === "ignored");
  if (kind !== "file" || isPrivate || size > comparison.bytesToCompare) {
    return false;
  }
  comparison.bytesToCompare -= size;
  return hasContentOf(join(comparison.source.root, path), blob);
}

async function listIndex(
  folder: string,
  { indexFile }: Repository,
  signal: AbortSignal | undefined,
): Promise<GitIndex> {
  // Taken before git reads the index: a file that is written in between then counts as too recent for the index to prove its state.
  const writtenMs = localDisk.stamp(indexFile)?.mtimeMs ?? 0;
  return parseIndex(
    await listOf(folder, { command: "ls-files", options: ["-z", "--stage", "--debug"] }, signal),
    writtenMs,
  );
}

/** A submodule may not have been fetched up to the commit that its parent names. Then all of its files count as changed. */
async function hasCommit(folder: string, id: string, signal: AbortSignal | undefined): Promise<boolean> {
  const outcome = await readCommit(folder, id, signal);
  return outcome.ok && parseCommit(outcome.stdout) !== null;
}
