// What git's index tells of a file's times, by which it is known to be unchanged without being read.
import { forSystem } from "./this-system.ts";

export interface GitTimes {
  /** Whether its `ctime` is when the file was last changed in any way, as Node's is: it shows a change whose `mtime` was set back. */
  readonly keepsChangeTime: boolean;
}

export const posixGitTimes: GitTimes = { keepsChangeTime: true };

/** Git for Windows keeps when the file was made there (`do_lstat` in its compat/mingw.c), and goes by size and `mtime` itself. */
export const windowsGitTimes: GitTimes = { keepsChangeTime: false };

export const GIT_TIMES: GitTimes = forSystem({ win32: windowsGitTimes, other: posixGitTimes });
