// Which paths of a repository git tracks. A tracked file is never ignored, in git as here. Git is asked once for each state of
// its index, and the remembered answers show whether a new state matters.
import { type GitOutcome, runGit, TOOK_TOO_LONG } from "../system/git.ts";
import type { Problem } from "../vocabulary/failure.ts";
import { type Disk, type Stamp, sameStamp } from "./disk.ts";
import type { Repository } from "./repository.ts";
import { findListed, listedBelow, listedPaths, type TrackedAnswer } from "./tracked-listing.ts";

export interface Tracked {
  readonly repository: Repository;
  /** Absolute folder whose files are listed: the repository's top, or the project's root inside it. */
  readonly folder: string;
  /** Project-relative path of that folder, "" for the root. */
  readonly base: string;
  stamp: Stamp | null;
  /** Relative to `folder`. */
  listing: Buffer;
  /** Answers given since the walk last started from scratch. */
  readonly answers: Map<string, TrackedAnswer>;
  problem: Problem | null;
  /** On the clock of performance.now(): when to ask again after git did not answer in time; null if it answered. */
  retryAtMs: number | null;
}

/** How long to wait before asking a git that did not answer. The function that runs git waits longer. */
const RETRY_AFTER_MS = 5_000;

/** A million files at 256 bytes each. */
const LISTING_BYTES_MAX = 256 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export async function openTracked(
  repository: Repository,
  folder: string,
  base: string,
  disk: Disk,
  signal: AbortSignal | undefined,
): Promise<Tracked> {
  const tracked = {
    repository,
    folder,
    base,
    stamp: null,
    listing: NOTHING,
    answers: new Map(),
    problem: null,
    retryAtMs: null,
  };
  await updateTracked(tracked, disk, signal);
  return tracked;
}

export function isTracked(tracked: Tracked, path: string): TrackedAnswer {
  const answer = lookUp(tracked, path);
  tracked.answers.set(path, answer);
  return answer;
}

/** Asks git again if its index has changed; true if an earlier answer would now differ. */
export async function updateTracked(tracked: Tracked, disk: Disk, signal: AbortSignal | undefined): Promise<boolean> {
  const stamp = indexStamp(tracked, disk);
  // Git replaces its index by renaming a new file, so the inode distinguishes states even within one clock tick.
  const isSame = stamp === null ? tracked.stamp === null : tracked.stamp !== null && sameStamp(stamp, tracked.stamp);
  const isRetryDue = tracked.retryAtMs !== null && performance.now() >= tracked.retryAtMs;
  if (isSame && !isRetryDue) return false;
  const listed = stamp === null ? { ok: true as const, stdout: NOTHING } : await listTracked(tracked.folder, signal);
  const problemBefore = tracked.problem?.message;
  tracked.stamp = stamp;
  // Git may answer at another time although nothing has changed.
  const isTemporary = !listed.ok && listed.reason === TOOK_TOO_LONG;
  tracked.retryAtMs = isTemporary ? performance.now() + RETRY_AFTER_MS : null;
  // The files that were tracked a moment ago are a better guess than none.
  if (!isTemporary) tracked.listing = listed.ok ? listed.stdout : NOTHING;
  tracked.problem = listed.ok ? null : unavailable(tracked, listed.reason);
  const changed = [...tracked.answers].some(([path, answer]) => lookUp(tracked, path) !== answer);
  if (changed) tracked.answers.clear();
  return changed || tracked.problem?.message !== problemBefore;
}

/** Files and submodules below `folder`, relative to it, each followed by a NUL. A submodule's files are its own repository's. */
const listTracked = (folder: string, signal: AbortSignal | undefined): Promise<GitOutcome> =>
  runGit(folder, { command: "ls-files", options: ["-z", "--cached"], maxBytes: LISTING_BYTES_MAX, signal });

/** The tracked paths, relative to `folder`. */
export const trackedPaths = (tracked: Tracked): ReadonlySet<string> => listedPaths(tracked.listing);

/** Whether git tracks this file, or the files that it tracks below a folder, whose path ends in `/`; project-relative. At most `most`. */
export function trackedAt(tracked: Tracked, path: string, most: number): string[] {
  if (!path.endsWith("/")) return lookUp(tracked, path) === "itself" ? [path] : [];
  const base = tracked.base === "" ? "" : `${tracked.base}/`;
  return listedBelow(tracked.listing, path.slice(base.length), most).map((one) => base + one);
}

const lookUp = (tracked: Tracked, path: string): TrackedAnswer =>
  findListed(tracked.listing, tracked.base === "" ? path : path.slice(tracked.base.length + 1));

function indexStamp(tracked: Tracked, disk: Disk): Stamp | null {
  try {
    return disk.stamp(tracked.repository.indexFile);
  } catch {
    // If the index cannot be examined here, git cannot read it either.
    return null;
  }
}

function unavailable(tracked: Tracked, reason: string): Problem {
  const where = tracked.base === "" ? {} : { path: tracked.base };
  const message = `git could not list its tracked files, so tracked files that match an ignore rule are left out: ${reason}`;
  return { code: "GIT_UNAVAILABLE", ...where, message };
}
