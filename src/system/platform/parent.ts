// Whether the process that started this one is there. Of an ended parent, POSIX and Windows show different signs.
import type nodeProcess from "node:process";
import { forSystem } from "./this-system.ts";

type Process = Pick<typeof nodeProcess, "ppid" | "kill">;

/**
 * `parent`: the pid that the parent had at the start. Must use nothing from outside itself: a thread runs it from its text
 * (parent-watch.ts).
 */
export type ParentEnded = (parent: number, self: Process) => boolean;

/** An orphan gets another parent. */
export const posixParentEnded: ParentEnded = (parent, self) => self.ppid !== parent;

/** The number of the parent stays. */
export const windowsParentEnded: ParentEnded = (parent, self) => {
  try {
    self.kill(parent, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

export const parentEnded: ParentEnded = forSystem({ win32: windowsParentEnded, other: posixParentEnded });
