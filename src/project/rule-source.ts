// One file that rules come from, kept equal to what is on the disk. It may be absent, and it may appear.
import type { Problem } from "../vocabulary/failure.ts";
import { type Disk, type Stamp, sameStamp } from "./disk.ts";
import { pathProblem, reasonOf } from "./problems.ts";
import { MAX_IGNORE_FILE_BYTES } from "./rules.ts";

export interface RuleSource {
  /** Absolute. */
  readonly file: string;
  /** How problems name it. */
  readonly shown: string;
  /** Whether the file may be a link: the user's own may, one that comes with a project could lead anywhere. */
  readonly mayBeLink: boolean;
  stamp: Stamp | null;
  readAtMs: number;
  /** Empty when the file is absent or unreadable. */
  content: Buffer;
  problem: Problem | null;
}

/**
 * Git's racy rule: a time stamp proves nothing until the clock has visibly passed it, since a second change within the
 * clock's granularity leaves the same stamp. Two seconds cover the coarsest file system in use (FAT).
 */
const RACY_MS = 2000;

/** Whether a state observed at `observedAtMs` could have changed again under the same stamp. */
export const isRacy = (stamp: Stamp, observedAtMs: number): boolean =>
  observedAtMs - Math.max(stamp.mtimeMs, stamp.ctimeMs) < RACY_MS;

export function openRuleSource(file: string, shown: string, disk: Disk, mayBeLink = false): RuleSource {
  const source: RuleSource = {
    file,
    shown,
    mayBeLink,
    stamp: null,
    readAtMs: 0,
    content: Buffer.alloc(0),
    problem: null,
  };
  updateRuleSource(source, disk);
  return source;
}

/** Reads the source again if it changed; true if its content, or the problem with it, is another now. */
export function updateRuleSource(source: RuleSource, disk: Disk): boolean {
  const before = { content: source.content, problem: source.problem?.message };
  try {
    const isThere = !source.mayBeLink || disk.stamp(source.file) !== null;
    const file = source.mayBeLink && isThere ? disk.realPath(source.file) : source.file;
    const stamp = isThere ? disk.stamp(file) : null;
    if (stamp === null || stamp.kind === "folder") {
      forget(source, null);
    } else if (source.stamp === null || !sameStamp(source.stamp, stamp) || isRacy(stamp, source.readAtMs)) {
      source.readAtMs = disk.now();
      const head = disk.readHead(file, MAX_IGNORE_FILE_BYTES);
      source.stamp = stamp;
      const cut = stamp.size > MAX_IGNORE_FILE_BYTES;
      // The beginning of a line may be a pattern that hides much more.
      source.content = cut ? head.subarray(0, head.lastIndexOf("\n") + 1) : head;
      source.problem = cut ? sourceProblem(source, `only its first ${MAX_IGNORE_FILE_BYTES} bytes are read`) : null;
    }
  } catch (error) {
    forget(source, sourceProblem(source, `it could not be read, so its rules are ignored: ${reasonOf(error)}`));
  }
  return !before.content.equals(source.content) || before.problem !== source.problem?.message;
}

export const sourceProblem = (source: RuleSource, message: string): Problem =>
  pathProblem("IGNORE_FILE_UNREADABLE", source.shown, message);

function forget(source: RuleSource, problem: Problem | null): void {
  source.stamp = null;
  source.content = Buffer.alloc(0);
  source.problem = problem;
}
