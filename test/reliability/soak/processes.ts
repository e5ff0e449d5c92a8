// What a server and its workers hold: memory, handles, threads, processes. Linux alone, from /proc.
import { readdirSync } from "node:fs";
import { processTree, proportionalBytes, readProc } from "../../benchmarks/support.ts";

export interface Holdings {
  /** Bytes of the server alone, and of it with its workers, shared pages counted in each that has them. */
  readonly serverRss: number;
  readonly rss: number;
  /** Shared pages divided among those that have them. */
  readonly pss: number;
  readonly handles: number;
  readonly threads: number;
  readonly processes: number;
}

export const HOLDINGS = ["serverRss", "rss", "pss", "handles", "threads", "processes"] as const;

const KIB = 1024;

const field = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readProc(`${pid}/status`))?.[1] ?? 0);

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch (error) {
    // Ended since it was listed.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) {
      return 0;
    }
    throw error;
  }
}

export function holdingsOf(pid: number): Holdings {
  const pids = processTree(pid).filter((one) => readProc(`${one}/status`) !== "");
  const sum = (own: (pid: number) => number): number => pids.reduce((total, one) => total + own(one), 0);
  return {
    serverRss: field(pid, "VmRSS") * KIB,
    rss: sum((one) => field(one, "VmRSS") * KIB),
    pss: sum(proportionalBytes),
    handles: sum(handlesOf),
    threads: sum((one) => field(one, "Threads")),
    processes: pids.length,
  };
}
