// Identifies a process so that another one can tell whether it is alive. Pids are reused, and mean nothing on another machine
// or in another container. So the boot id and the start time of the process are recorded too, where Linux provides them.
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

export interface ProcessIdentity {
  readonly pid: number;
  /** The host, and the container if it has its own pid namespace. */
  readonly machine: string;
  /** Differs after a restart of the machine; "" where unknown. */
  readonly boot: string;
  /** Differs when the pid is reused; "" if unknown. */
  readonly started: string;
}

function firstOf(read: () => string): string {
  try {
    return read().trim();
  } catch {
    // Not Linux, or /proc is hidden: the lease then rests on heartbeats and pids alone.
    return "";
  }
}

/** State letter and start time in clock ticks since boot, or null where there is no such process or no /proc. */
function statOf(pid: number): { state: string; started: string } | null {
  const stat = firstOf(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The second field is the command in parentheses and may contain any character; the fields after it are plain.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" ? null : { state: fields[0] ?? "", started: fields[19] ?? "" };
}

export const THIS_PROCESS: ProcessIdentity = {
  pid: process.pid,
  machine: `${hostname()} ${firstOf(() => readlinkSync("/proc/self/ns/pid"))}`.trim(),
  boot: firstOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  started: statOf(process.pid)?.started ?? "",
};

/** True only if it is certain: a process of another machine is never known to be dead. */
export function isKnownDead(other: ProcessIdentity): boolean {
  if (other.machine !== THIS_PROCESS.machine) {
    return false;
  }
  if (other.boot !== THIS_PROCESS.boot) {
    return true;
  }
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  const stat = statOf(other.pid);
  return stat !== null && (stat.state === "Z" || (other.started !== "" && stat.started !== other.started));
}
