// What commits say about files: how often and how lately each was touched, by whom, and together with which others. A pure
// function of the commits and of the files that exist now.
import { roleOf } from "../languages/file-role.ts";
import { append } from "../system/append.ts";
import type { Commit } from "./read-commits.ts";

export interface Author {
  /** As commits spell it; one person may have two spellings. */
  readonly name: string;
  /** Of the file's counted commits, 0 to 1. */
  readonly share: number;
}

export interface FileSignals {
  /** Counted commits that touched it. */
  readonly commits: number;
  /** Milliseconds since the epoch. */
  readonly lastCommitMs: number;
  /** Its commits, each weighted by half for every 90 days that it is older than HEAD. */
  readonly frecency: number;
  /** The largest shares first, at most 5. */
  readonly authors: readonly Author[];
  readonly authorCount: number;
  /** Of its commits, those of at most 30 files, over which `coChanged` is counted. */
  readonly commitsTogether: number;
  /** Files touched by at least 3 of its commits, most often first, at most 10; commits of over 30 files are not counted. */
  readonly coChanged: readonly { readonly path: string; readonly together: number }[];
  /**
   * Its rank by commits among the files that exist now, from 1; equal counts share the best rank. Null under
   * HOTSPOT_COMMITS_MIN commits, since so few changes say nothing.
   */
  readonly hotspotRank: number | null;
}

export interface Hotspot {
  readonly path: string;
  readonly commits: number;
}

export interface Signals {
  /** Null for a file that no counted commit touched, or that does not exist. */
  of(path: string): FileSignals | null;
  /** The files of code with the most commits, in order; none under HOTSPOT_COMMITS_MIN commits. */
  hotspots(most: number): readonly Hotspot[];
  /** The same without some commits, by their ids: what the history said before they were made. */
  without(ids: ReadonlySet<string>): Signals;
}

const HALF_LIFE_DAYS = 90;
const TOGETHER_MIN = 3;
/** Every file has a commit that adds it and one that mends it. */
const HOTSPOT_COMMITS_MIN = 3;
/** Reformatting and renaming touch unrelated files. */
const BULK_PATHS = 30;
const AUTHORS_MAX = 5;
const CO_CHANGED_MAX = 10;
const HALF_LIFE_MS = HALF_LIFE_DAYS * 86_400_000;

/** Commits by the path they touch. */
export type Touches = ReadonlyMap<string, readonly Commit[]>;

export function touchesOf(commits: readonly Commit[]): Touches {
  const touches = new Map<string, Commit[]>();
  for (const commit of commits) {
    for (const path of commit.paths) {
      append(touches, path, commit);
    }
  }
  return touches;
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

/**
 * `headMs`: when HEAD was committed. Ages are counted from there, so that the same history gives the same signals at any time.
 */
export function signalsFrom(touches: Touches, headMs: number, isThere: (path: string) => boolean): Signals {
  let ranked: { readonly hotspots: readonly Hotspot[]; readonly ranks: ReadonlyMap<number, number> } | undefined;
  const rank = () => {
    ranked ??= rankedBy(touches, isThere);
    return ranked;
  };
  const signals: Signals = {
    of(path) {
      const commits = isThere(path) ? (touches.get(path) ?? []) : [];
      if (commits.length === 0) {
        return null;
      }
      const authors = tally(commits.map(({ author }) => author));
      return {
        commits: commits.length,
        lastCommitMs: Math.max(...commits.map(({ timeMs }) => timeMs)),
        frecency: commits.reduce((sum, { timeMs }) => sum + 2 ** (-Math.max(0, headMs - timeMs) / HALF_LIFE_MS), 0),
        authors: authors.slice(0, AUTHORS_MAX).map(([name, count]) => ({ name, share: count / commits.length })),
        authorCount: authors.length,
        commitsTogether: smallOf(commits).length,
        coChanged: coChangedWith(path, commits, isThere),
        hotspotRank: isBookkeeping(path) ? null : (rank().ranks.get(commits.length) ?? null),
      };
    },
    hotspots: (most) => rank().hotspots.slice(0, most),
    without: (ids) => {
      const kept = [...touches].map(([path, commits]) => [path, commits.filter(({ id }) => !ids.has(id))] as const);
      return ids.size === 0 ? signals : signalsFrom(new Map(kept), headMs, isThere);
    },
  };
  return signals;
}

/** Change logs, configuration and what is generated change with everything: that says nothing of them. */
export function isBookkeeping(path: string): boolean {
  const role = roleOf(path)?.role;
  return role === "prose" || role === "config" || role === "generated" || role === "vendored";
}

function rankedBy(touches: Touches, isThere: (path: string) => boolean) {
  const hotspots = [...touches]
    .filter(([path, commits]) => commits.length >= HOTSPOT_COMMITS_MIN && isThere(path) && !isBookkeeping(path))
    .map(([path, commits]) => ({ path, commits: commits.length }))
    .sort((a, b) => b.commits - a.commits || byName(a.path, b.path));
  const ranks = new Map<number, number>();
  for (const [at, { commits }] of hotspots.entries()) {
    if (!ranks.has(commits)) {
      ranks.set(commits, at + 1);
    }
  }
  return { hotspots, ranks };
}

const smallOf = (commits: readonly Commit[]): readonly Commit[] =>
  commits.filter(({ paths }) => paths.length <= BULK_PATHS);

function coChangedWith(
  path: string,
  commits: readonly Commit[],
  isThere: (path: string) => boolean,
): FileSignals["coChanged"] {
  const others = smallOf(commits).flatMap(({ paths }) => paths);
  return tally(others.filter((other) => other !== path))
    .filter(([other, together]) => together >= TOGETHER_MIN && isThere(other))
    .slice(0, CO_CHANGED_MAX)
    .map(([other, together]) => ({ path: other, together }));
}

/** How often each occurs, the most frequent first. */
function tally(names: readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || byName(a, b));
}
