// Which files of a project differ from a commit, as they are on the disk now: committed since or not, tracked or not. Git
// tells what the commit and its own index hold; it is never asked to look at a file, since that would run filter programs
// of the repository's choosing. Files that the index does not vouch for are hashed here.
import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { type GitOutcome, type GitRequest, runGit } from "../system/git.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import type { CorpusFile, CorpusSource } from "./corpus.ts";
import { localDisk, openRegular, readUpTo } from "./disk.ts";
import { type GitIndex, parseIndex, parseTree, vouchesFor } from "./git-listing.ts";
import { readAdmitted } from "./read-admitted.ts";
import { enclosingRepository, findRepository, type Repository } from "./repository.ts";

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

function invalid(message: string, hint: string): Failure {
  return new Failure("INVALID_INPUT", `changed_since: ${message}`, { hint });
}

const shown = (ref: string): string => JSON.stringify(ref.slice(0, 80));

/** What no name of a commit has, and what would name two of them, or a file. */
function checkRef(ref: string): void {
  if (ref === "" || ref.length > REF_LENGTH_MAX || ref.startsWith("-") || /[\p{Cc}\s:?*[\\]|\.\./u.test(ref)) {
    throw invalid(`${shown(ref)} cannot name a commit`, "name one branch, tag or commit, such as main or HEAD~3");
  }
}

function unavailable(reason: string): Failure {
  return new Failure("GIT_UNAVAILABLE", `git could not say what has changed: ${reason}`, {
    hint: "see that git 2.30 or newer runs in this folder, or search without changed_since",
  });
}

function repositoryOf(root: string): Repository {
  const repository = enclosingRepository(root, localDisk);
  if (repository === null) {
    throw invalid("the project is not in a git repository", "search without it, or name a project that git knows");
  }
  return repository;
}

async function list(folder: string, request: GitRequest, signal: AbortSignal | undefined): Promise<Buffer> {
  const outcome = await runGit(folder, { ...request, ...LISTING, ...withSignal(signal) });
  if (!outcome.ok) {
    throw unavailable(outcome.reason);
  }
  return outcome.stdout;
}

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

const verify = (folder: string, revision: string, signal: AbortSignal | undefined): Promise<GitOutcome> =>
  runGit(folder, {
    command: "rev-parse",
    options: ["--verify", "--quiet"],
    revisions: [revision],
    ...withSignal(signal),
  });

/** Git did not even look: 1 is its code for a revision that is not there. */
const isRefused = (outcome: GitOutcome): outcome is Extract<GitOutcome, { ok: false }> =>
  !outcome.ok && outcome.exitCode !== 1;

/** Throws INVALID_INPUT where the project has no repository or the repository no such commit, GIT_UNAVAILABLE. */
export async function resolveCommit(root: string, ref: string, signal?: AbortSignal): Promise<Commit> {
  checkRef(ref);
  repositoryOf(root);
  const outcome = await verify(root, `${ref}^{commit}`, signal);
  // A place beyond the reflog (`HEAD@{99}`) ends git as a repository that it refuses does: ask for what every one has.
  if (isRefused(outcome) && (!ref.includes("@{") || isRefused(await verify(root, "HEAD", signal)))) {
    throw unavailable(outcome.reason);
  }
  const id = outcome.ok ? outcome.stdout.toString("latin1").trim() : "";
  if (!/^[0-9a-f]{40,64}$/.test(id)) {
    throw invalid(
      `the repository has no commit ${shown(ref)}`,
      "git branch -a, git tag and git log name those it has; fetch one that is only elsewhere",
    );
  }
  return { ref, id };
}

/**
 * The admitted files whose content is not the commit's, by the corpus of the last refresh. A file that is elsewhere in the
 * commit (renamed, moved) counts, a deleted one does not. Throws GIT_UNAVAILABLE and CANCELLED.
 */
export async function changedSince(source: CorpusSource, commit: Commit, signal?: AbortSignal): Promise<ChangedFiles> {
  const files = source.current().files;
  const unchanged = new Set<string>();
  const repository = repositoryOf(source.root);
  await collectUnchanged({ source, files, unchanged, signal }, { repository, base: "", commit: commit.id, depth: 0 });
  const paths = [...files.keys()].filter((path) => !unchanged.has(path)).sort();
  return { commit, paths };
}

interface Comparison {
  readonly source: CorpusSource;
  readonly files: ReadonlyMap<string, CorpusFile>;
  /** Added to. */
  readonly unchanged: Set<string>;
  readonly signal: AbortSignal | undefined;
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
    list(folder, { command: "ls-tree", options: ["-r", "-z"], revisions: [part.commit] }, signal).then(parseTree),
  ]);
  for (const [name, blob] of tree.blobs) {
    const file = files.get(part.base + name);
    if (file === undefined) {
      continue;
    }
    const known = vouchesFor(index, name, file) ?? (await blobOf(source, file, blob, signal));
    if (known === blob) {
      unchanged.add(file.path);
    }
  }
  for (const [name, id] of tree.submodules) {
    const base = `${part.base}${name}/`;
    const repository = part.depth < DEPTH_MAX ? findRepository(join(source.root, base), localDisk) : null;
    if (repository !== null && (await hasCommit(join(source.root, base), id, signal))) {
      await collectUnchanged(comparison, { repository, base, commit: id, depth: part.depth + 1 });
    }
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
    await list(folder, { command: "ls-files", options: ["-z", "--stage", "--debug"] }, signal),
    writtenMs,
  );
}

/** A submodule may not have been fetched up to the commit that its parent names: then all of it has changed. */
async function hasCommit(folder: string, id: string, signal: AbortSignal | undefined): Promise<boolean> {
  return (await verify(folder, `${id}^{commit}`, signal)).ok;
}

/** The name that git would give the file's content, or null where the project no longer admits it as it was. */
async function blobOf(
  source: CorpusSource,
  file: CorpusFile,
  like: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  throwIfCancelled(signal);
  const read = await readAdmitted(source, file.path);
  const bytes = read === null || "excluded" in read ? null : readBytes(join(source.root, file.path), read.contentHash);
  if (bytes === null) {
    return null;
  }
  const id = blobName(bytes, like.length);
  // A checkout with line ends of its own holds the same content.
  return id === like || !bytes.includes("\r\n") ? id : blobName(withLineFeeds(bytes), like.length);
}

function readBytes(path: string, contentHash: string): Buffer | null {
  try {
    const { descriptor, stamp } = openRegular(path);
    try {
      const bytes = readUpTo(descriptor, stamp.size);
      return createHash("sha256").update(bytes).digest("hex") === contentHash ? bytes : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // It was there a moment ago: it is changing now.
    return null;
  }
}

function withLineFeeds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Repositories of today name content by SHA-1, those of `--object-format=sha256` by SHA-256. */
function blobName(bytes: Buffer, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
