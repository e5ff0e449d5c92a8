// Names of files: whether case counts, which texts cannot be a name, and which names mean something else (`NUL`, `git~1`).
import { forSystem } from "./this-system.ts";

export interface Names {
  /** Whether `A` and `a` are the same file. The system's default; a volume may differ. */
  readonly ignoreCase: boolean;
  /** Whether every step of a `/`-separated relative path is the name of one entry in a folder. */
  canName(path: string): boolean;
  /** Whether the system takes the name for `.git`. */
  isGitFolder(name: string): boolean;
}

const hasNul = (path: string): boolean => path.includes("\0");

export const posixNames: Names = {
  ignoreCase: false,
  canName: (path) => !hasNul(path),
  // In upper and lower case: the project may be used on another system, too.
  isGitFolder: (name) => name.toLowerCase() === ".git",
};

/** Characters that HFS+ ignores in a name; the same as in git's `core.protectHFS`. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

export const darwinNames: Names = {
  ...posixNames,
  ignoreCase: true,
  isGitFolder: (name) => posixNames.isGitFolder(name.replace(PASSED_OVER, "")),
};

/** Separators, drives, streams, wildcards, and characters of the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Windows forbids them in names
const FORBIDDEN = /[<>:"\\|?*\u0000-\u001f]/;
/** Names of devices, in every folder and with every extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;
/** Windows removes these from the end of a name. */
const DROPPED_END = /[. ]+$/;

export const windowsNames: Names = {
  ignoreCase: true,
  canName: (path) =>
    path.split("/").every((name) => !FORBIDDEN.test(name) && !DEVICE.test(name) && !DROPPED_END.test(name)),
  // The second is the short name that Windows gives it.
  isGitFolder: (name) => /^(?:\.git|git~\d+)$/i.test(name.replace(/:.*$/, "").replace(DROPPED_END, "")),
};

export const NAMES: Names = forSystem({ darwin: darwinNames, win32: windowsNames, other: posixNames });
