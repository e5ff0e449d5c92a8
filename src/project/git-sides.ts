// The two sides of a comparison in git's terms: which commit is "before", and which files differ from it in another commit, in
// git's index or on disk. Git is asked for names and blobs only, never to look at a file.
import { runGit } from "../system/git.ts";
import { Failure } from "../vocabulary/failure.ts";
import { compareWithCommit, listOf, type StoredBlob } from "./changed-since.ts";
import type { CorpusSource } from "./corpus.ts";
import { localDisk } from "./disk.ts";
import { LINK, type ListedEntry, parseRawDiff, parseStages, parseTreeEntries, SUBMODULE } from "./git-listing.ts";
import { enclosingRepository } from "./repository.ts";
import { type Asker, type Commit, gitUnavailable, resolveCommit } from "./resolve-commit.ts";

export const DIFF_SCOPES = ["worktree", "staged", "commit", "range"] as const;
export type DiffScope = (typeof DIFF_SCOPES)[number];

export interface DiffRequest {
  readonly scope: DiffScope;
  /** The commit, or the head of the range; HEAD by default. */
  readonly ref?: string | undefined;
  /** What to compare with; for a range, the branch: the comparison starts where the range left it. */
  readonly base?: string | undefined;
  /** With scope staged: absolute path of git's index, where it is not the repository's own. */
  readonly indexFile?: string | undefined;
}

/** One file that differs. A link or a submodule is no text file. */
export interface FileChange {
  readonly path: string;
  /** Null if it did not exist. */
  readonly before: StoredBlob | null;
  /** `disk`: its present state. Null if it no longer exists. */
  readonly after: StoredBlob | "disk" | null;
  readonly special: "link" | "submodule" | "conflict" | "left out" | null;
}

export interface Difference {
  /** For a person: `worktree against HEAD (1f2e3d4)`. */
  readonly title: string;
  /** Commit before the change; null if there was none. */
  readonly before: string | null;
  /** Commit after the change, or on which the changes of the worktree or of git's index rest; null if there is none. */
  readonly after: string | null;
  /** Sorted by path. */
  readonly files: readonly FileChange[];
}

const askerOf = (field: string): Asker => ({ field, otherwise: "read the files themselves" });

/** The id of the empty tree, in SHA-1 and in SHA-256. */
const EMPTY_TREES = [
  "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
] as const;

/** The differences, by the corpus of the last refresh. Throws INVALID_INPUT, GIT_UNAVAILABLE, CANCELLED. */
export async function differenceOf(
  source: CorpusSource,
  request: DiffRequest,
  signal: AbortSignal,
): Promise<Difference> {
  const { root } = source;
  const { scope } = request;
  if (scope === "worktree" || scope === "staged") {
    const { commit, title } = await baseOf(root, request, signal);
    const files =
      scope === "worktree"
        ? await worktreeChanges(source, commit, signal)
        : await stagedChanges(root, commit, request.indexFile, signal);
    const after = request.base === undefined ? commit : ((await headOf(root, signal))?.id ?? null);
    return { title: `${scope} against ${title}`, before: commit, after, files };
  }
  const ref = request.ref ?? "HEAD";
  if (scope === "commit") {
    const head = await resolveCommit(root, ref, signal, askerOf("ref"));
    const merged = head.parents.length > 1 ? " (a merge, against its first parent)" : "";
    return {
      title: `commit ${named(head)}${merged}`,
      before: head.parents[0] ?? null,
      after: head.id,
      files: await commitChanges(root, head, signal),
    };
  }
  const [head, base] = await Promise.all([
    resolveCommit(root, ref, signal, askerOf("ref")),
    resolveCommit(root, request.base ?? "HEAD", signal, askerOf("base")),
  ]);
  const from = await mergeBase(root, base, head, signal);
  return {
    title: `${named(head)} since it left ${base.ref.slice(0, 80)} (${from.slice(0, 7)})`,
    before: from,
    after: head.id,
    files: await treeChanges(root, from, head.id, signal),
  };
}

const named = ({ ref, id }: Commit): string =>
  id.startsWith(ref) ? id.slice(0, 10) : `${ref.slice(0, 80)} (${id.slice(0, 7)})`;

/** HEAD, or the commit where HEAD left `base`; null in a repository without a commit. */
async function baseOf(
  root: string,
  { base }: DiffRequest,
  signal: AbortSignal,
): Promise<{ readonly commit: string | null; readonly title: string }> {
  if (base === undefined) {
    const head = await headOf(root, signal);
    return head === null ? { commit: null, title: "nothing (no commit yet)" } : { commit: head.id, title: named(head) };
  }
  const asker = askerOf("base");
  const [head, commit] = await Promise.all([
    resolveCommit(root, "HEAD", signal, asker),
    resolveCommit(root, base, signal, asker),
  ]);
  const from = await mergeBase(root, commit, head, signal);
  return { commit: from, title: `where HEAD left ${base.slice(0, 80)} (${from.slice(0, 7)})` };
}

/** Null in a repository without a commit. */
async function headOf(root: string, signal: AbortSignal): Promise<Commit | null> {
  try {
    return await resolveCommit(root, "HEAD", signal, askerOf("scope"));
  } catch (error) {
    // If the repository answers, only the commit can be missing.
    if (error instanceof Failure && error.code === "INVALID_INPUT" && enclosingRepository(root, localDisk) !== null) {
      return null;
    }
    throw error;
  }
}

async function mergeBase(root: string, a: Commit, b: Commit, signal: AbortSignal): Promise<string> {
  const outcome = await runGit(root, { command: "merge-base", options: [], revisions: [a.id, b.id], signal });
  if (!outcome.ok && outcome.exitCode !== 1) {
    throw gitUnavailable(outcome.reason, askerOf("base"));
  }
  if (!outcome.ok) {
    throw new Failure("INVALID_INPUT", `${named(a)} and ${named(b)} have no commit in common here`, {
      hint: "in a shallow clone, fetch more history (`git fetch --unshallow`); otherwise compare commits of one history",
    });
  }
  return outcome.stdout.toString("latin1").trim();
}

async function commitChanges(root: string, commit: Commit, signal: AbortSignal): Promise<readonly FileChange[]> {
  const [parent] = commit.parents;
  try {
    return await treeChanges(root, parent ?? null, commit.id, signal);
  } catch (error) {
    if (parent !== undefined && error instanceof Failure && error.code === "GIT_UNAVAILABLE") {
      await resolveCommit(root, parent, signal, askerOf("ref")).catch((reason: unknown) => {
        throw reason instanceof Failure && reason.code === "INVALID_INPUT" ? notInClone(commit) : reason;
      });
    }
    throw error;
  }
}

const notInClone = (commit: Commit): Failure =>
  new Failure("INVALID_INPUT", `ref: the commit before ${named(commit)} is not in this clone`, {
    hint: "fetch more history (`git fetch --unshallow`), or use a newer commit",
  });

async function treeChanges(
  root: string,
  before: string | null,
  after: string,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const empty = EMPTY_TREES.find(({ length }) => length === after.length) ?? EMPTY_TREES[0];
  const listed = await listOf(
    root,
    {
      command: "diff-tree",
      options: ["-r", "-z", "--raw", "--no-abbrev", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"],
      revisions: [before ?? empty, after],
    },
    signal,
  );
  return parseRawDiff(listed).map(({ path, before: old, after: now }) => changeOf(root, path, old, now));
}

async function stagedChanges(
  root: string,
  commit: string | null,
  indexFile: string | undefined,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const [tree, index] = await Promise.all([
    commit === null
      ? new Map<string, ListedEntry>()
      : listOf(root, { command: "ls-tree", options: ["-r", "-z"], revisions: [commit] }, signal).then(parseTreeEntries),
    listOf(root, { command: "ls-files", options: ["-z", "--stage"], indexFile }, signal).then(parseStages),
  ]);
  const changes: FileChange[] = [...index.conflicts].map((path) => ({
    path,
    before: null,
    after: null,
    special: "conflict",
  }));
  for (const path of new Set([...tree.keys(), ...index.entries.keys()])) {
    const [before, after] = [tree.get(path) ?? null, index.entries.get(path) ?? null];
    if (!index.conflicts.has(path) && (before?.id !== after?.id || before?.mode !== after?.mode)) {
      changes.push(changeOf(root, path, before, after));
    }
  }
  return changes.sort(byPath);
}

async function worktreeChanges(
  source: CorpusSource,
  commit: string | null,
  signal: AbortSignal,
): Promise<readonly FileChange[]> {
  const { paths, before, gone, leftOut } = await compareWithCommit(source, commit, signal);
  const changes: FileChange[] = [
    ...paths.map((path) => ({ path, before: before.get(path) ?? null, after: "disk" as const, special: null })),
    ...[...gone].map(([path, blob]) => ({ path, before: blob, after: null, special: null })),
    ...leftOut.map((path) => ({ path, before: null, after: null, special: "left out" as const })),
  ];
  return changes.sort(byPath);
}

const byPath = (a: FileChange, b: FileChange): number => (a.path < b.path ? -1 : 1);

function changeOf(folder: string, path: string, before: ListedEntry | null, after: ListedEntry | null): FileChange {
  const modes = [before?.mode, after?.mode];
  const special = modes.includes(SUBMODULE) ? "submodule" : modes.includes(LINK) ? "link" : null;
  const blob = (entry: ListedEntry | null) => (entry === null ? null : { id: entry.id, folder });
  return { path, before: blob(before), after: blob(after), special };
}
