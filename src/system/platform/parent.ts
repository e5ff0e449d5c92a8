// Whether the process that started this one still runs. POSIX and Windows show it in different ways.
import type nodeProcess from "node:process";
import { forSystem } from "./this-system.ts";

type Process = Pick<typeof nodeProcess, "ppid" | "kill">;

/**
 * `parent`: the parent's pid at the start. The function must not use anything outside of itself: parent-watch.ts runs its source text in a
 * thread.
 */
export type ParentEnded = (parent: number, self: Process) => boolean;

/** POSIX: an orphan gets another parent. */
export const posixParentEnded: ParentEnded = (parent, self) => self.ppid !== parent;

/** Windows: the parent's pid stays the same, so the process itself is looked for. */
export const windowsParentEnded: ParentEnded = (parent, self) => {
  try {
    self.kill(parent, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

export const parentEnded: ParentEnded = forSystem({ win32: windowsParentEnded, other: posixParentEnded });
