// The child processes that this program runs now, with what each has used: the one place where their processor time and
// memory are summed, for those who keep the whole within bounds. State of the process, as the log is. Decides nothing.
import { readFileSync } from "node:fs";
import process from "node:process";

/** What a child says of itself with each answer. */
export interface Usage {
  /** Processor time since its start, in milliseconds. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

interface Child {
  readonly niceness: number;
  usage: Usage;
}

const children = new Map<number, Child>();
/** Of ordinary priority, ended. */
let endedCpuMs = 0;
let endsWithThis = false;

export function enterProcess(pid: number, niceness: number): void {
  if (!endsWithThis) {
    endsWithThis = true;
    process.once("exit", killAll);
  }
  children.set(pid, { niceness, usage: { cpuMs: 0, residentBytes: 0 } });
}

/** A child sees by itself that its parent is gone; while it is busy, only after a while. */
function killAll(): void {
  for (const pid of children.keys()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

export function noteUsage(pid: number, usage: Usage): void {
  const child = children.get(pid);
  if (child !== undefined) {
    child.usage = usage;
  }
}

export function leaveProcess(pid: number): void {
  endedCpuMs += ownTime(children.get(pid));
  children.delete(pid);
}

/** Windows counts no processor time apart for lower priorities. */
const ownTime = (child: Child | undefined): number =>
  child === undefined || (child.niceness > 0 && process.platform !== "win32") ? 0 : child.usage.cpuMs;

/** Processor time of this process and its children, in milliseconds, without those of a lower priority where they count apart. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return [...children.values()].reduce((sum, child) => sum + ownTime(child), (user + system) / 1_000 + endedCpuMs);
}

export function thisUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() };
}

/**
 * Memory of this process and its children, in bytes. On Linux, pages that several of them share count once; elsewhere
 * each resident size counts in full, as last told.
 */
export function ownMemoryBytes(): number {
  const own = proportionalBytes("self") ?? process.memoryUsage.rss();
  return [...children].reduce((sum, [pid, { usage }]) => sum + (proportionalBytes(pid) ?? usage.residentBytes), own);
}

/** At least as much as `ownMemoryBytes`, pages that several share counted for each of them; in a fraction of its time. */
export function ownMemoryBytesAtMost(): number {
  const own = process.memoryUsage.rss();
  return [...children].reduce((sum, [pid, { usage }]) => sum + (residentBytes(pid) ?? usage.residentBytes), own);
}

/** Pss: a page that n processes share counts as 1/n of a page. About 1 ms for 100 MB; null where the system does not tell. */
const proportionalBytes = (pid: number | "self") => kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);

const residentBytes = (pid: number) => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);

function kilobytesIn(file: string, pattern: RegExp): number | null {
  try {
    const kilobytes = pattern.exec(readFileSync(file, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
