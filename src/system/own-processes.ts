// The child processes that this program runs now, and what each has used. The one place that sums their processor time and
// memory, for code that bounds the whole. State of the process, like the log.
import process from "node:process";
import { PRIORITY } from "./platform/priority.ts";
import { PROCESS_FACTS } from "./platform/process-facts.ts";
import { SIGNALS } from "./platform/signals.ts";

/** What a child reports with each answer. */
export interface Usage {
  /** Processor time since its start, in milliseconds. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

interface Child {
  niceness: number;
  usage: Usage;
}

const children = new Map<number, Child>();
/** Of children at the ordinary priority that have ended, or have it no more. */
let endedCpuMs = 0;
let endsWithThis = false;

export function enterProcess(pid: number, niceness: number): void {
  if (!endsWithThis) {
    endsWithThis = true;
    process.once("exit", killAll);
  }
  children.set(pid, { niceness, usage: { cpuMs: 0, residentBytes: 0 } });
}

/** A child notices by itself that its parent is gone, but while it is busy only after some time. */
function killAll(): void {
  for (const pid of children.keys()) {
    try {
      SIGNALS.endAtOnce(pid);
    } catch {
      // Its number is another user's now; the others are still ended.
    }
  }
}

export function noteUsage(pid: number, usage: Usage): void {
  const child = children.get(pid);
  if (child !== undefined) {
    child.usage = usage;
  }
}

/** Call it when the priority of a running process was lowered. */
export function noteLowered(pid: number, niceness: number): void {
  const child = children.get(pid);
  if (child !== undefined) {
    endedCpuMs += ownTime(child);
    child.niceness = niceness;
  }
}

export function leaveProcess(pid: number): void {
  endedCpuMs += ownTime(children.get(pid));
  children.delete(pid);
}

const ownTime = (child: Child | undefined): number =>
  child === undefined || (child.niceness > 0 && PRIORITY.isCountedSeparately) ? 0 : child.usage.cpuMs;

/**
 * Processor time of this process and its children in milliseconds; where the system counts lower priorities separately, without
 * children of a lower priority.
 */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return [...children.values()].reduce((sum, child) => sum + ownTime(child), (user + system) / 1_000 + endedCpuMs);
}

/** Reading it takes a busy process up to a millisecond, and an answer may come every millisecond. */
const USAGE_AGE_MS_MAX = 100;
let lastUsage: { readonly atMs: number; readonly usage: Usage } | undefined;

/** At most USAGE_AGE_MS_MAX old. */
export function thisUsage(): Usage {
  const now = performance.now();
  if (lastUsage === undefined || now - lastUsage.atMs > USAGE_AGE_MS_MAX) {
    const { user, system } = process.cpuUsage();
    lastUsage = { atMs: now, usage: { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() } };
  }
  return lastUsage.usage;
}

/**
 * Memory of this process and its children, in bytes. On Linux, pages that several of them share count once; elsewhere the last
 * reported resident size of each counts in full.
 */
export function ownMemoryBytes(): number {
  const own = PROCESS_FACTS.proportionalBytes("self") ?? process.memoryUsage.rss();
  return [...children].reduce(
    (sum, [pid, { usage }]) => sum + (PROCESS_FACTS.proportionalBytes(pid) ?? usage.residentBytes),
    own,
  );
}

/** An upper bound of `ownMemoryBytes` in a fraction of its time: shared pages count once for each process. */
export function ownMemoryBytesAtMost(): number {
  const own = process.memoryUsage.rss();
  return [...children].reduce(
    (sum, [pid, { usage }]) => sum + (PROCESS_FACTS.residentBytes(pid) ?? usage.residentBytes),
    own,
  );
}
