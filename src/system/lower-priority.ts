// Makes a process give way to others, however the program itself was started: one started by `nice` stays as low as it is.
import { getPriority, setPriority } from "node:os";

/**
 * Sets the niceness of process `pid` (0: this one) to `niceness`, -20 to 19, or to this process's own where that is lower in
 * priority: only root may raise a priority, and a user who asked for a low one does not want it raised. If the system forbids
 * the change, or the process has ended already, the priority stays as it is.
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    // Then the work goes on at the priority that it has.
  }
}
