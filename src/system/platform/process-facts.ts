// What the system tells of a process beside what Node knows: its memory, and what tells it from a later one with the same pid. Only Linux
// tells it in files; elsewhere callers go by what Node knows.
import { readFileSync, readlinkSync } from "node:fs";
import { forSystem } from "./this-system.ts";

export interface ProcessFacts {
  /** Memory of which a page that n processes share counts as 1/n of a page (Pss); null if the system does not tell. About 1 ms for 100 MB. */
  proportionalBytes(pid: number | "self"): number | null;
  /** Memory with shared pages in full; null if the system does not tell. */
  residentBytes(pid: number): number | null;
  /** State letter, and start time in clock ticks since boot; null where there is no such process, or the system does not tell. */
  stateOf(pid: number): { readonly state: string; readonly started: string } | null;
  /** Differs between containers that count their pids apart; "" where unknown. */
  pidNamespace(): string;
  /** Differs after a restart of the machine; "" where unknown. */
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
