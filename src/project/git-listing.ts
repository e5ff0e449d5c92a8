// Parses what git prints of a commit's tree and of its index. Reads no files and runs nothing.
import { GIT_TIMES, type GitTimes } from "../system/platform/git-times.ts";
import type { CorpusFile } from "./corpus.ts";

/** Object ids by path, relative to the folder in which git ran. */
export interface GitTree {
  readonly blobs: ReadonlyMap<string, string>;
  /** Commits of submodules. */
  readonly submodules: ReadonlyMap<string, string>;
}

/** A file as git found it when it last looked. */
interface IndexEntry {
  readonly blob: string;
  readonly size: number;
  /** Milliseconds since the epoch, with fraction. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

export interface GitIndex {
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** Blobs of the files that a sparse checkout leaves out of the work tree. */
  readonly skipped: ReadonlyMap<string, string>;
  /** When the index was written, in milliseconds since the epoch. */
  readonly writtenMs: number;
}

/** An object that git stores under a path. */
export interface ListedEntry {
  /** `100644`, `100755`; LINK; SUBMODULE, with the id of its commit. */
  readonly mode: string;
  readonly id: string;
}

export const LINK = "120000";
export const SUBMODULE = "160000";

/** Parses `ls-tree -r -z`, links and submodules too. */
export function parseTreeEntries(listed: Buffer): Map<string, ListedEntry> {
  const entries = new Map<string, ListedEntry>();
  for (const line of listed.toString("utf8").split("\0")) {
    const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode !== undefined && id !== undefined && path !== undefined) {
      entries.set(path, { mode, id });
    }
  }
  return entries;
}

/** Parses `ls-files -z --stage`; a path in conflict has several entries and is left out of the map. */
export function parseStages(listed: Buffer): {
  readonly entries: ReadonlyMap<string, ListedEntry>;
  readonly conflicts: ReadonlySet<string>;
} {
  const entries = new Map<string, ListedEntry>();
  const conflicts = new Set<string>();
  for (const line of listed.toString("utf8").split("\0")) {
    const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) ([0-3])\t(.+)$/s.exec(line) ?? [];
    if (mode !== undefined && id !== undefined && path !== undefined) {
      if (stage === "0") {
        entries.set(path, { mode, id });
      } else {
        conflicts.add(path);
      }
    }
  }
  return { entries, conflicts };
}

export interface RawChange {
  readonly path: string;
  /** Null if the file did not exist; likewise `after` if it no longer exists. */
  readonly before: ListedEntry | null;
  readonly after: ListedEntry | null;
}

/** Parses `diff-tree --raw -z --no-abbrev --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
export function parseRawDiff(listed: Buffer): RawChange[] {
  const tokens = listed.toString("utf8").split("\0");
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const [, modeBefore = "", modeAfter = "", before = "", after = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]/.exec(tokens[at] ?? "") ?? [];
    const entry = (mode: string, id: string) => (/^0*$/.test(mode) ? null : { mode, id });
    changes.push({ path: tokens[at + 1] ?? "", before: entry(modeBefore, before), after: entry(modeAfter, after) });
  }
  return changes;
}

/** A crafted tree may contain such a path, though no checkout makes it. Nothing outside of the project is looked at. */
const LEADS_OUT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Parses `ls-tree -r -z`. Links are left out, since a link is never a file of the project. */
export function parseTree(listed: Buffer): GitTree {
  const blobs = new Map<string, string>();
  const submodules = new Map<string, string>();
  for (const [path, { mode, id }] of parseTreeEntries(listed)) {
    if (mode !== LINK && !LEADS_OUT.test(path)) {
      (mode === SUBMODULE ? submodules : blobs).set(path, id);
    }
  }
  return { blobs, submodules };
}

/** One entry of `ls-files -z --stage --debug`. What follows the path is meant for people, so it may change or be missing. */
const ENTRY =
  /(\d{6}) ([0-9a-f]{40,64}) ([0-3])\t([^\0]+)\0(?: {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n(?: {2}(?!size)[^\n]*\n)* {2}size: (\d+)\t(?:flags: ([0-9a-f]+))?[^\n]*\n)?/g;

const milliseconds = (seconds: string, nanoseconds: string): number =>
  Number(seconds) * 1_000 + Number(nanoseconds) / 1_000_000;

/** Of git's index format: the entry is not to be checked out. */
const SKIP_WORKTREE = 0x40000000;

/** Leaves out entries that prove nothing: those in conflict, and those whose times cannot be read. */
export function parseIndex(listed: Buffer, writtenMs: number): GitIndex {
  const entries = new Map<string, IndexEntry>();
  const skipped = new Map<string, string>();
  for (const match of listed.toString("utf8").matchAll(ENTRY)) {
    const [, , blob = "", stage, path = "", cs, cn = "0", ms, mn = "0", size, flags = "0"] = match;
    if (stage === "0" && (Number.parseInt(flags, 16) & SKIP_WORKTREE) !== 0) {
      skipped.set(path, blob);
    }
    if (stage === "0" && cs !== undefined && ms !== undefined) {
      entries.set(path, { blob, size: Number(size), mtimeMs: milliseconds(ms, mn), ctimeMs: milliseconds(cs, cn) });
    }
  }
  return { entries, skipped, writtenMs };
}

/**
 * The id of the file's content; null if the index cannot know it: the file was written after git looked at it, or so shortly
 * before the index that a second write could have left the same time ("racy git" in git's own documentation).
 */
export function knownBlob(
  { entries, writtenMs }: GitIndex,
  path: string,
  file: CorpusFile,
  { keepsChangeTime }: GitTimes = GIT_TIMES,
): string | null {
  const entry = entries.get(path);
  const known =
    entry !== undefined &&
    entry.size === file.size &&
    entry.mtimeMs === file.mtimeMs &&
    (!keepsChangeTime || entry.ctimeMs === file.ctimeMs) &&
    entry.mtimeMs < writtenMs;
  return known ? entry.blob : null;
}
