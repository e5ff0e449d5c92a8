// What benchmarks share: a process with its children watched for memory, timing, statistics, tables.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

/** Reads a file of /proc, or "" where its process has ended meanwhile. */
export function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) {
      return "";
    }
    throw error;
  }
}

/**
 * Proportional resident bytes (Pss) of a process: a page that several processes share, such as Node's own code, counts
 * once over all of them. 0 once it has ended.
 */
export const proportionalBytes = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readProc(`${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

/** The sum over a process and all that descend from it. */
const sumOfTree = (root: number, own: (pid: number) => number): number =>
  processTree(root).reduce((sum, pid) => sum + own(pid), 0);

/** The ids of a process and of all that descend from it; itself first. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readProc(`${name}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const MS_A_TICK = 10;

/**
 * Processor time, user and system, that a process and its descendants have taken, in milliseconds: of the living, and of
 * those that ended and were waited for.
 */
export const processorMs = (pid: number): number =>
  sumOfTree(pid, (one) => {
    // The second field is the program's name in brackets and may hold anything; user and system time are 14 and 15, those
    // of ended children 16 and 17.
    const fields = readProc(`${one}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_A_TICK;
  });

/** The most memory that a process and its descendants took at one moment. */
export interface MemoryPeak {
  /** Shared pages counted once (Pss). */
  readonly proportionalBytes: number;
  /** Shared pages counted in each process that has them (Rss), as `top` shows them. */
  readonly residentBytes: number;
}

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readProc(`${pid}/status`))?.[1] ?? 0) * 1024;

/** Reading Pss walks the process's page tables: a hundredth of a second for a gigabyte. */
const SAMPLE_MS = 200;

/** What a process tree takes now. */
export const treeMemory = (pid: number): MemoryPeak => ({
  proportionalBytes: sumOfTree(pid, proportionalBytes),
  residentBytes: sumOfTree(pid, residentBytes),
});

/** Samples a process tree's memory until `stop`, which answers the peaks. */
export function watchMemory(pid: number): { stop: () => MemoryPeak } {
  let peak: MemoryPeak = { proportionalBytes: 0, residentBytes: 0 };
  const sample = () => {
    const now = treeMemory(pid);
    peak = {
      proportionalBytes: Math.max(peak.proportionalBytes, now.proportionalBytes),
      residentBytes: Math.max(peak.residentBytes, now.residentBytes),
    };
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** The value below which a share `at` (0 to 1) of the sorted values lies. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}

export function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

export function machine(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

/** A Markdown table, columns padded so that it reads in a terminal as well. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
