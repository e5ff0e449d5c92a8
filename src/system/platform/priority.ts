// Niceness: lowers the priority of a process. A process that was started by `nice` with a lower priority keeps it.
import { constants, getPriority, setPriority } from "node:os";
import { forSystem } from "./this-system.ts";

export interface Priority {
  /**
   * Sets the niceness of process `pid` (0: this one) to `niceness`, -20 to 19, or to this process's own where that is lower in
   * priority: only root may raise a priority, and a user who asked for a low one does not want it raised. If the system forbids
   * the change, or the process has ended already, the priority stays as it is.
   */
  lower(pid: number, niceness: number): void;
  /** Whether the system counts the processor time of lower priorities separately. */
  readonly isCountedSeparately: boolean;
}

/** Both throw the system's errors. */
export interface PriorityCalls {
  get(): number;
  set(pid: number, niceness: number): void;
}

const CALLS: PriorityCalls = { get: () => getPriority(), set: setPriority };

function lower(pid: number, niceness: number, { get, set }: PriorityCalls): void {
  try {
    set(pid, Math.max(niceness, get()));
  } catch {
    // The work goes on with its present priority.
  }
}

export const posixPriority = (calls: PriorityCalls = CALLS): Priority => ({
  lower: (pid, niceness) => lower(pid, niceness, calls),
  isCountedSeparately: true,
});

/** Windows has six priority classes; Node maps every niceness from 0 to 9 to the ordinary one. */
export const windowsPriority = (calls: PriorityCalls = CALLS): Priority => ({
  lower: (pid, niceness) =>
    lower(pid, niceness > 0 ? Math.max(niceness, constants.priority.PRIORITY_BELOW_NORMAL) : niceness, calls),
  isCountedSeparately: false,
});

export const PRIORITY: Priority = forSystem({ win32: windowsPriority(), other: posixPriority() });
