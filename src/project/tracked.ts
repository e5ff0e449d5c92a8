// Which paths of a repository git tracks. For git a tracked file is never ignored, so neither is it here. Asked of git
// once per state of its index, and only remembered answers decide whether a new state matters.
import type { Problem } from "../vocabulary/problem.ts";
import { type Disk, type Stamp, sameStamp } from "./disk.ts";
import { listTracked, type Repository } from "./repository.ts";
import { findListed, listedPaths, type TrackedAnswer } from "./tracked-listing.ts";

export interface Tracked {
  readonly repository: Repository;
  /** Absolute folder whose files are asked for: the repository's top, or the project's root inside it. */
  readonly folder: string;
  /** Project-relative path of that folder, "" for the root. */
  readonly base: string;
  stamp: Stamp | null;
  /** Relative to `folder`. */
  listing: Buffer;
  /** Answers given since the walk last started from nothing. */
  readonly answers: Map<string, TrackedAnswer>;
  problem: Problem | null;
  /** By performance.now(): git did not answer in time and is asked again from then on; null where it answered. */
  retryAtMs: number | null;
}

/** How long a git that did not answer is left alone. The runner of git has a longer time of its own. */
const RETRY_AFTER_MS = 5_000;

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

/** Asks git again where its index has changed; true when an answer given before would now be another. */
export async function updateTracked(tracked: Tracked, disk: Disk, signal: AbortSignal | undefined): Promise<boolean> {
  const stamp = indexStamp(tracked, disk);
  // Git replaces its index by renaming a new one, so that the inode tells states apart even within one clock tick.
  const isSame = stamp === null ? tracked.stamp === null : tracked.stamp !== null && sameStamp(stamp, tracked.stamp);
  const isRetryDue = tracked.retryAtMs !== null && performance.now() >= tracked.retryAtMs;
  if (isSame && !isRetryDue) return false;
  const listed = stamp === null ? { ok: true as const, listing: NOTHING } : await listTracked(tracked.folder, signal);
  const problemBefore = tracked.problem?.message;
  tracked.stamp = stamp;
  const isPassing = !listed.ok && listed.passing;
  tracked.retryAtMs = isPassing ? performance.now() + RETRY_AFTER_MS : null;
  // What was tracked a moment ago is nearer to the truth than that nothing is.
  if (!isPassing) tracked.listing = listed.ok ? listed.listing : NOTHING;
  tracked.problem = listed.ok ? null : unavailable(tracked, listed.reason);
  const changed = [...tracked.answers].some(([path, answer]) => lookUp(tracked, path) !== answer);
  if (changed) tracked.answers.clear();
  return changed || tracked.problem?.message !== problemBefore;
}

/** What git tracks, relative to the folder that was asked for. */
export function trackedPaths(tracked: Tracked): ReadonlySet<string> {
  return listedPaths(tracked.listing);
}

function lookUp(tracked: Tracked, path: string): TrackedAnswer {
  return findListed(tracked.listing, tracked.base === "" ? path : path.slice(tracked.base.length + 1));
}

function indexStamp(tracked: Tracked, disk: Disk): Stamp | null {
  try {
    return disk.stamp(tracked.repository.indexFile);
  } catch {
    // An index that cannot be looked at is one that git cannot read either.
    return null;
  }
}

function unavailable(tracked: Tracked, reason: string): Problem {
  const where = tracked.base === "" ? {} : { path: tracked.base };
  const message = `git did not say which files it tracks, so tracked files that match an ignore rule are left out: ${reason}`;
  return { code: "GIT_UNAVAILABLE", ...where, message };
}
