// Which paths of a repository git tracks. For git a tracked file is never ignored, so neither is it here. Asked of git
// once per state of its index, and only remembered answers decide whether a new state matters.
import type { Problem } from "../vocabulary/problem.ts";
import { type Disk, type Stamp, sameStamp } from "./disk.ts";
import { listTracked, type Repository } from "./repository.ts";

export interface Tracked {
  readonly repository: Repository;
  /** Absolute folder whose files are asked for: the repository's top, or the project's root inside it. */
  readonly folder: string;
  /** Project-relative path of that folder, "" for the root. */
  readonly base: string;
  stamp: Stamp | null;
  /** Project-relative. */
  paths: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Answers given since the walk last started from nothing. */
  readonly answers: Map<string, TrackedAnswer>;
  problem: Problem | null;
}

export type TrackedAnswer = "itself" | "below" | null;

export async function openTracked(
  repository: Repository,
  folder: string,
  base: string,
  disk: Disk,
  signal: AbortSignal | undefined,
): Promise<Tracked> {
  const none: ReadonlySet<string> = new Set();
  const tracked = {
    repository,
    folder,
    base,
    stamp: null,
    paths: none,
    folders: none,
    answers: new Map(),
    problem: null,
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
  if (stamp === null ? tracked.stamp === null : tracked.stamp !== null && sameStamp(stamp, tracked.stamp)) return false;
  const listed = stamp === null ? { ok: true as const, paths: [] } : await listTracked(tracked.folder, signal);
  const problemBefore = tracked.problem?.message;
  const prefix = tracked.base === "" ? "" : `${tracked.base}/`;
  const paths = listed.ok ? listed.paths.map((path) => prefix + path) : [];
  tracked.stamp = stamp;
  tracked.paths = new Set(paths);
  tracked.folders = foldersOf(paths);
  tracked.problem = listed.ok ? null : unavailable(tracked, listed.reason);
  const changed = [...tracked.answers].some(([path, answer]) => lookUp(tracked, path) !== answer);
  if (changed) tracked.answers.clear();
  return changed || tracked.problem?.message !== problemBefore;
}

function lookUp(tracked: Tracked, path: string): TrackedAnswer {
  if (tracked.paths.has(path)) return "itself";
  return tracked.folders.has(path) ? "below" : null;
}

function indexStamp(tracked: Tracked, disk: Disk): Stamp | null {
  try {
    return disk.stamp(tracked.repository.indexFile);
  } catch {
    // An index that cannot be looked at is one that git cannot read either.
    return null;
  }
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

function unavailable(tracked: Tracked, reason: string): Problem {
  const where = tracked.base === "" ? {} : { path: tracked.base };
  const message = `git did not say which files it tracks, so tracked files that match an ignore rule are left out: ${reason}`;
  return { code: "GIT_UNAVAILABLE", ...where, message };
}
