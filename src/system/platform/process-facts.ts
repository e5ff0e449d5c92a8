// Facts about a process that Node does not report: its memory, and what distinguishes it from a later process with the same pid. Linux has
// them in files; on other systems callers use what Node reports.
import { readFileSync, readlinkSync } from "node:fs";
import { forSystem } from "./this-system.ts";

export interface ProcessFacts {
  /** Proportional memory (Pss): a page that n processes share counts 1/n. Null if unknown. Takes about 1 ms for 100 MB. */
  proportionalBytes(pid: number | "self"): number | null;
  /** Memory with shared pages in full; null if unknown. */
  residentBytes(pid: number): number | null;
  /** State letter, and start time in clock ticks since boot; null if there is no such process, or if unknown. */
  stateOf(pid: number): { readonly state: string; readonly started: string } | null;
  /** Differs between containers with pids of their own; "" if unknown. */
  pidNamespace(): string;
  /** Differs after a restart of the machine; "" if unknown. */
  bootId(): string;
  /** Whether this process runs on musl, where a library for glibc does not load. */
  isMusl(): boolean;
}

/** How files of `/proc` are read; both throw where there is none. */
export interface ProcFiles {
  read(path: string): string;
  readLink(path: string): string;
}

const KERNEL: ProcFiles = { read: (path) => readFileSync(path, "latin1"), readLink: (path) => readlinkSync(path) };

/** `/proc` may be hidden, for all processes or for those of others. */
export function linuxProcessFacts({ read, readLink }: ProcFiles = KERNEL): ProcessFacts {
  const kilobytesIn = (path: string, pattern: RegExp): number | null => {
    const kilobytes = pattern.exec(orNothing(() => read(path)))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  };
  return {
    proportionalBytes: (pid) => kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m),
    residentBytes: (pid) => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m),
    stateOf(pid) {
      const stat = orNothing(() => read(`/proc/${pid}/stat`));
      // The second field is the command in parentheses and may contain any character; the fields after it are plain.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat === "" ? null : { state: fields[0] ?? "", started: fields[19] ?? "" };
    },
    pidNamespace: () => orNothing(() => readLink("/proc/self/ns/pid")),
    bootId: () => orNothing(() => read("/proc/sys/kernel/random/boot_id")),
    // Musl's loader is in the process's own map.
    isMusl: () => orNothing(() => read("/proc/self/maps")).includes("/ld-musl-"),
  };
}

/** macOS and Windows. */
export const unknownProcessFacts: ProcessFacts = {
  proportionalBytes: () => null,
  residentBytes: () => null,
  stateOf: () => null,
  pidNamespace: () => "",
  bootId: () => "",
  isMusl: () => false,
};

export const PROCESS_FACTS: ProcessFacts = forSystem({ linux: linuxProcessFacts(), other: unknownProcessFacts });

function orNothing(read: () => string): string {
  try {
    return read().trim();
  } catch {
    // The process has ended, or /proc is hidden.
    return "";
  }
}
