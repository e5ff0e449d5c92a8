// Identifies a process so that another one can tell whether it is alive. Pids are reused, and mean nothing on another machine
// or in another container. So the boot id and the start time of the process are recorded too, where Linux provides them.
import { hostname } from "node:os";
import process from "node:process";
import { PROCESS_FACTS } from "./platform/process-facts.ts";
import { SIGNALS } from "./platform/signals.ts";

export interface ProcessIdentity {
  readonly pid: number;
  /** The host, and the container if it has its own pid namespace. */
  readonly machine: string;
  /** Differs after a restart of the machine; "" where unknown. */
  readonly boot: string;
  /** Differs when the pid is reused; "" if unknown. */
  readonly started: string;
}

export const THIS_PROCESS: ProcessIdentity = {
  pid: process.pid,
  machine: `${hostname()} ${PROCESS_FACTS.pidNamespace()}`.trim(),
  boot: PROCESS_FACTS.bootId(),
  started: PROCESS_FACTS.stateOf(process.pid)?.started ?? "",
};

/** True only if it is certain: a process of another machine is never known to be dead. */
export function isKnownDead(other: ProcessIdentity): boolean {
  if (other.machine !== THIS_PROCESS.machine) {
    return false;
  }
  if (other.boot !== THIS_PROCESS.boot) {
    return true;
  }
  if (hasEnded(other.pid)) {
    return true;
  }
  // Where the system tells nothing of a process, the lease rests on heartbeats and pids alone.
  const stat = PROCESS_FACTS.stateOf(other.pid);
  return stat !== null && other.started !== "" && stat.started !== other.started;
}

/** Whether no process of this machine with that pid runs. One whose parent has not noticed its end is a zombie, and has ended. */
export const hasEnded = (pid: number): boolean => SIGNALS.isAbsent(pid) || PROCESS_FACTS.stateOf(pid)?.state === "Z";
